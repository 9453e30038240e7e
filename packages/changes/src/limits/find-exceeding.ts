import { readWrittenFragments, type StoredFragment, type WrittenVersion } from '@bunting/datafile';
import { type LimitExceeded, limits } from '@bunting/evaluator';
import type { GroupDefinition } from '@bunting/evaluator/definition';
import type { ChangeTransaction } from '../change-transaction.ts';
import type { Measurer } from './measure-documents.ts';

/** A definition in an environment that exceeds limits. */
export interface Exceeding {
  readonly environmentId: string;
  readonly environment: string;
  readonly projectId: string;
  readonly kind: 'feature' | 'segment';
  readonly id: string;
  /** Characters of the document as JSON. */
  readonly length: number;
  /** The definition in words: `The feature checkout in production`. */
  readonly subject: string;
  readonly exceeded: readonly LimitExceeded[];
}

interface EnvironmentRow {
  readonly id: string;
  readonly slug: string;
  readonly projectId: string;
}

/** One answer lists at most this many; the next attempt lists others. */
const maxFound = 100;

/** Finds the definitions that exceed limits among the fragments that the transaction wrote. */
export async function findExceeding(
  { client }: Pick<ChangeTransaction, 'client'>,
  written: readonly WrittenVersion[],
  measurer: Measurer,
): Promise<Exceeding[]> {
  const environments = await readEnvironmentRows(
    { client },
    written.map(({ environmentId }) => environmentId),
  );
  const found: Exceeding[] = [];
  for (const version of written) {
    const environment = environments.get(version.environmentId);
    if (environment === undefined) continue;
    for await (const fragments of readWrittenFragments(client, version)) {
      for (const fragment of fragments) {
        const exceeding = await measure(fragment, environment, measurer);
        if (exceeding !== undefined && found.push(exceeding) === maxFound) return found;
      }
    }
  }
  return found;
}

/**
 * Finds the features that exceed limits because a segment's conditions changed. Only a segment that costs more than before can
 * cause that; the features that name it are read in all environments.
 */
export async function findExceedingBySegments(
  { client, recorded }: Pick<ChangeTransaction, 'client' | 'recorded'>,
  written: readonly WrittenVersion[],
  measurer: Measurer,
): Promise<Exceeding[]> {
  const found: Exceeding[] = [];
  const versions = new Map(written.map(({ environmentId, version }) => [environmentId, `${version}`]));
  for (const { projectId, slug } of await costlierSegments(recorded, measurer)) {
    const { rows } = await client.query<{ environmentId: string; featureId: string }>(namingStatement, [
      projectId,
      slug,
    ]);
    const environments = await readEnvironmentRows(
      { client },
      rows.map(({ environmentId }) => environmentId),
    );
    for (const { environmentId, featureId } of rows) {
      const { rows: fragments } = await client.query<StoredFragment & { version: string }>(
        fragmentStatement,
        [environmentId, featureId, limits.readFragmentLength],
      );
      const [fragment] = fragments;
      // `findExceeding` checks the fragments that this transaction wrote.
      if (fragment === undefined || versions.get(environmentId) === fragment.version) continue;
      const exceeding = await measure(fragment, environments.get(environmentId)!, measurer);
      if (!exceeding?.exceeded.some(({ limit }) => limit === 'featureCost')) continue;
      if (found.push(exceeding) === maxFound) return found;
    }
  }
  return found;
}

interface SegmentDescription {
  readonly slug: string;
  readonly any_of: readonly GroupDefinition[];
}

async function costlierSegments(
  recorded: ChangeTransaction['recorded'],
  measurer: Measurer,
): Promise<{ readonly projectId: string | undefined; readonly slug: string }[]> {
  const costlier = [];
  for (const { action, projectId, before, after } of recorded) {
    if (action !== 'segment.updated') continue;
    const [was, is] = [before, after] as unknown as [SegmentDescription, SegmentDescription];
    const costBefore = await measurer.segmentCost(was.any_of);
    if ((await measurer.segmentCost(is.any_of)) > costBefore) costlier.push({ projectId, slug: is.slug });
  }
  return costlier;
}

const namingStatement = `
  SELECT DISTINCT targeting.environment_id AS "environmentId", targeting.feature_id AS "featureId"
  FROM segment JOIN rule_segment ON segment_id = segment.id
  JOIN targeting_rule rule ON rule.id = targeting_rule_id JOIN targeting ON targeting.id = rule.targeting_id
  WHERE segment.project_id = $1 AND segment.slug = $2`;

const fragmentStatement = `
  SELECT kind, entity_id AS id, version, text FROM (
    SELECT *, CASE WHEN pg_column_size(document) <= $3 THEN document::text END AS text FROM datafile_fragment
    WHERE environment_id = $1 AND kind = 'feature' AND entity_id = $2) AS fragment
  WHERE length(text) <= $3`;

async function measure(
  { kind, id, text, unreadBytes }: StoredFragment,
  { id: environmentId, slug: environment, projectId }: EnvironmentRow,
  measurer: Measurer,
): Promise<Exceeding | undefined> {
  if (kind === 'access') return undefined;
  const definition = { environmentId, environment, projectId, kind, id };
  if (unreadBytes !== undefined) {
    const exceeded = [{ limit: 'fragmentLength', actual: unreadBytes, most: limits.fragmentLength }] as const;
    return { ...definition, length: unreadBytes, subject: `A ${kind} in ${environment}`, exceeded };
  }
  if (text === null) return undefined;
  const exceeded =
    kind === 'segment'
      ? await measurer.exceededBySegment(text)
      : (await measurer.feature(projectId, text)).exceeded;
  if (exceeded.length === 0) return undefined;
  const { slug } = JSON.parse(text) as { slug: string };
  const subject = kind === 'segment' ? `The segment ${slug}` : `The feature ${slug} in ${environment}`;
  return { ...definition, length: text.length, subject, exceeded };
}

async function readEnvironmentRows(
  { client }: Pick<ChangeTransaction, 'client'>,
  ids: readonly string[],
): Promise<Map<string, EnvironmentRow>> {
  const { rows } = await client.query<EnvironmentRow>(
    'SELECT id, slug, project_id AS "projectId" FROM environment WHERE id = ANY($1)',
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
