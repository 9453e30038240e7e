import type { GroupDefinition } from '@bunting/evaluator/definition';
import { isDeepStrictEqual } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import {
  differences,
  eitherState,
  record,
  removedStates,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { deleteRows, defineTable, writeRows } from '../rows.ts';
import type { ProjectState } from './lock-project.ts';

/** A segment of a project. `id` is a UUID, `slug` is lower-cased. */
export interface SegmentState {
  readonly id: string;
  /** Never changes, because conditions name segments by slug. */
  readonly slug: string;
  readonly name: string;
  readonly anyOf: readonly GroupDefinition[];
}

const segments = defineTable('segment', ['id', 'project_id', 'slug', 'name', 'any_of', 'updated_at']);

/** Reads all segments of a project, or the one with this slug. */
export async function readSegments(
  { client }: Pick<ChangeTransaction, 'client'>,
  project: { readonly id: string },
  slug: string | null = null,
): Promise<SegmentState[]> {
  const { rows } = await client.query<SegmentState>(
    `SELECT id, slug, name, any_of AS "anyOf" FROM segment
     WHERE project_id = $1 AND ($2::text IS NULL OR slug = $2) ORDER BY id`,
    [project.id, slug],
  );
  return rows;
}

/** Reads the ids of all segments of a project by slug, without their conditions. */
export async function readSegmentIds(
  { client }: { readonly client: Pool | PoolClient },
  project: { readonly id: string },
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ slug: string; id: string }>(
    'SELECT slug, id FROM segment WHERE project_id = $1',
    [project.id],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** Changes segments. A foreign key prevents the deletion of a segment that a rule uses: remove it from the rules first. */
export async function changeSegments(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly Change<SegmentState>[],
): Promise<void> {
  const { client, now, touched } = transaction;
  const different = differences(changes);
  await deleteRows(client, segments, ['id'], removedStates(different));
  await writeRows(
    client,
    segments,
    writtenStates(different).map(({ anyOf, ...segment }) => ({
      ...segment,
      project_id: project.id,
      any_of: anyOf,
      updated_at: now,
    })),
  );
  for (const change of different) {
    const { id, slug } = eitherState(change);
    touched.segments.add(id);
    record(transaction, 'segment', change, describeSegment, {
      organisationId: project.organisationId,
      projectId: project.id,
      subject: `${project.slug}/${slug}`,
      event: isDeepStrictEqual(change.before?.anyOf, change.after?.anyOf)
        ? undefined
        : { kind: 'segment', id },
    });
  }
}

/** Describes a segment as audit records do: with its id, so that a revert restores the same segment. */
export function describeSegment({ id, slug, name, anyOf }: SegmentState) {
  return { id, slug, name, any_of: anyOf };
}
