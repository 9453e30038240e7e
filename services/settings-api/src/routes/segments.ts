import {
  anyOfSchema,
  changeSegments,
  checkAnyOf,
  nameSchema,
  readSegments,
  readSegmentUses,
  slugSchema,
  storedAnyOf,
  storedSlug,
} from '@bunting/changes';
import type { ChangeTransaction, ProjectState, SegmentState } from '@bunting/changes';
import { newId } from '@bunting/database';
import type { Pool, PoolClient } from 'pg';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { isDeepStrictEqual } from 'node:util';
import { may } from '../authorisation.ts';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { requireMatch } from '../etag.ts';
import { holdProject, requireNone } from '../features/change-feature.ts';
import { withTimes } from '../features/feature-representation.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { route } from '../route.ts';
import { timeSchema } from '../time-schema.ts';

const path = '/organisations/{org}/projects/{project}/segments';

export const segmentSchema = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  any_of: anyOfSchema,
  created_at: timeSchema,
  updated_at: timeSchema,
});

type SegmentRepresentation = Static<typeof segmentSchema>;

interface SegmentRow extends Pick<SegmentRepresentation, 'slug' | 'name' | 'any_of'> {
  readonly created_at: Date;
  readonly updated_at: Date;
}

async function readRepresentation(
  client: Pool | PoolClient,
  project: { readonly id: string },
  name: string,
): Promise<SegmentRepresentation> {
  const { rows } = await client.query<SegmentRow>(
    'SELECT slug, name, any_of, created_at, updated_at FROM segment WHERE project_id = $1 AND slug = $2',
    [project.id, storedSlug(name)],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('segment', name);
  return withTimes(rows[0]);
}

async function findSegment(
  transaction: ChangeTransaction,
  project: ProjectState,
  name: string,
): Promise<SegmentState | undefined> {
  return (await readSegments(transaction, project)).find(({ slug }) => slug === storedSlug(name));
}

/** In protected environments only admins and owners change whom a rule is for (decisions §7.1). */
async function requireUnprotected(transaction: ChangeTransaction, segment: SegmentState): Promise<void> {
  const uses = await readSegmentUses(transaction, segment.id);
  const environments = uses
    .filter(({ environment }) => environment.protected)
    .map(({ environment }) => environment.slug);
  if (environments.length > 0) throw settingsErrors.protects([...new Set(environments)]);
}

export const segmentRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the segments of a project',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(segmentSchema),
    async handle({ project, query }, { pool }) {
      const { rows } = await pool.query<SegmentRow>(
        `SELECT slug, name, any_of, created_at, updated_at FROM segment
         WHERE project_id = $1 AND slug > $2 ORDER BY slug LIMIT $3`,
        [project.id, readCursor(query.cursor) ?? '', query.limit + 1],
      );
      return { body: toPage(rows, query.limit, ({ slug }) => slug, withTimes) };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'define',
    summary: 'Create a segment',
    body: Type.Object(
      { slug: slugSchema, name: Type.Optional(nameSchema), any_of: anyOfSchema },
      { additionalProperties: false },
    ),
    status: 201,
    answer: segmentSchema,
    hasETag: true,
    async handle({ organisation, project, caller, body }, dependencies) {
      requireNone(checkAnyOf(body.any_of, 'any_of', { segments: 'inside a segment' }));
      const slug = storedSlug(body.slug);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const held = await holdProject(transaction, organisation, project);
        if (await findSegment(transaction, held, slug)) throw settingsErrors.taken('segment', slug);
        const after = { id: newId(), slug, name: body.name ?? body.slug, anyOf: storedAnyOf(body.any_of) };
        await changeSegments(transaction, held, [{ after }]);
        return readRepresentation(transaction.client, held, slug);
      });
      return { body: result };
    },
  }),

  route({
    method: 'GET',
    path: `${path}/{segment}`,
    action: 'read',
    summary: 'Read a segment',
    status: 200,
    answer: segmentSchema,
    hasETag: true,
    handle: async ({ project, params }, { pool }) => ({
      body: await readRepresentation(pool, project, params.segment),
    }),
  }),

  route({
    method: 'PUT',
    path: `${path}/{segment}`,
    action: 'define',
    summary: 'Replace the name and the conditions of a segment',
    description:
      'Its slug stays, because rules name it. Whoever may not change what is served in protected environments may change ' +
      'the name alone where a rule there names the segment.',
    body: Type.Object({ name: nameSchema, any_of: anyOfSchema }, { additionalProperties: false }),
    status: 200,
    answer: segmentSchema,
    hasETag: true,
    async handle({ organisation, project, role, params, caller, body, ifMatch }, dependencies) {
      requireNone(checkAnyOf(body.any_of, 'any_of', { segments: 'inside a segment' }));
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const { client } = transaction;
        const held = await holdProject(transaction, organisation, project);
        const before = await findSegment(transaction, held, params.segment);
        if (before === undefined) throw settingsErrors.unknown('segment', params.segment);
        if (ifMatch !== undefined) requireMatch(ifMatch, await readRepresentation(client, held, before.slug));
        const after = { ...before, name: body.name, anyOf: storedAnyOf(body.any_of) };
        if (!may(role, 'serve-protected') && !isDeepStrictEqual(before.anyOf, after.anyOf)) {
          await requireUnprotected(transaction, before);
        }
        await changeSegments(transaction, held, [{ before, after }]);
        return readRepresentation(client, held, before.slug);
      });
      return { body: result };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{segment}`,
    action: 'define',
    summary: 'Delete a segment that no rule names',
    description: '409 `in_use` tells which rules name it.',
    status: 204,
    async handle({ organisation, project, params, caller, ifMatch }, dependencies) {
      await changeAs(dependencies, caller, async (transaction) => {
        const held = await holdProject(transaction, organisation, project);
        const before = await findSegment(transaction, held, params.segment);
        if (before === undefined) throw settingsErrors.unknown('segment', params.segment);
        if (ifMatch !== undefined) {
          requireMatch(ifMatch, await readRepresentation(transaction.client, held, before.slug));
        }
        const uses = await readSegmentUses(transaction, before.id);
        if (uses.length > 0) {
          const holders = uses.map(({ feature, environment, place }) => ({
            path: `${feature} in ${environment.slug}: ${place}`,
            message: `names ${before.slug}`,
          }));
          throw settingsErrors.inUse(`The segment "${before.slug}"`, holders);
        }
        await changeSegments(transaction, held, [{ before }]);
      });
      return { body: undefined };
    },
  }),
];
