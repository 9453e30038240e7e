import {
  anyOfSchema,
  bothOf,
  changeSegments,
  checkAnyOf,
  nameSchema,
  slugSchema,
  soundnessOf,
  storedAnyOf,
  storedSlug,
} from '@bunting/changes';
import type { AnyOfInput, Problem } from '@bunting/changes';
import { newId } from '@bunting/database';
import { Type } from 'typebox';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { holdProject, requireNone } from '../features/change-feature.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { readPageRows } from '../read-page-rows.ts';
import { route } from '../route.ts';
import { deleteSegment, findSegment, replaceSegment } from '../segments/change-segment.ts';
import { readSegmentRepresentation, segmentSchema } from '../segments/segment-representation.ts';
import type { SegmentRow } from '../segments/segment-representation.ts';
import { withTimes } from '../times.ts';

const path = '/organisations/{org}/projects/{project}/segments';
const itself = { segments: 'inside a segment' } as const;

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
      const { rows, isCut } = await readPageRows<SegmentRow>(
        pool,
        `SELECT slug, name, any_of, created_at, updated_at FROM segment
         WHERE project_id = $1 AND slug > $2 ORDER BY slug LIMIT $3`,
        [project.id, readCursor(query.cursor) ?? '', query.limit + 1],
      );
      return { body: toPage(rows, query.limit, ({ slug }) => slug, withTimes, { isCut }) };
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
    judgesMisshapen: true,
    status: 201,
    answer: segmentSchema,
    hasETag: true,
    async handle({ organisation, project, caller, body, problems }, dependencies) {
      requireNone(withConditions(problems, body.any_of));
      const slug = storedSlug(body.slug);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const held = await holdProject(transaction, organisation, project);
        if (await findSegment(transaction, held, slug)) throw settingsErrors.taken('segment', slug);
        const after = { id: newId(), slug, name: body.name ?? body.slug, anyOf: storedAnyOf(body.any_of) };
        await changeSegments(transaction, held, [{ after }]);
        return readSegmentRepresentation(transaction.client, held, slug);
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
      body: await readSegmentRepresentation(pool, project, params.segment),
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
    judgesMisshapen: true,
    status: 200,
    answer: segmentSchema,
    hasETag: true,
    async handle(request, dependencies) {
      const { name, any_of } = request.body;
      requireNone(withConditions(request.problems, any_of));
      return { body: await replaceSegment(request, dependencies, { name, anyOf: storedAnyOf(any_of) }) };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{segment}`,
    action: 'define',
    summary: 'Delete a segment that no rule names',
    description: '409 `in_use` tells which rules name it.',
    status: 204,
    async handle(request, dependencies) {
      await deleteSegment(request, dependencies);
      return { body: undefined };
    },
  }),
];

/** What is wrong with the shape of a body, and with the conditions in it whose shape is right. */
function withConditions(misshapen: readonly Problem[], anyOf: AnyOfInput): Iterable<Problem> {
  return bothOf(misshapen, checkAnyOf(anyOf, 'any_of', itself, soundnessOf(misshapen)));
}
