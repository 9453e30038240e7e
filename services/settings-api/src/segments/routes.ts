import { isDeepStrictEqual } from 'node:util';
import { changeSegments } from '@bunting/changes';
import { newId } from '@bunting/database';
import {
  anyOfSchema,
  nameSchema,
  slugSchema,
  storedAnyOf,
  storedSlug,
  type AnyOfInput,
} from '@bunting/definitions';
import { concatProblems, checkAnyOf, wellShapedPaths, type Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { may } from '../framework/access/authorisation.ts';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { compositeKey, readCompositeCursor } from '../framework/http/composite-cursor.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { withTimes } from '../framework/schemas.ts';
import { lockExistingProject } from '../projects/locks.ts';
import {
  findSegment,
  listSegments,
  listSegmentUses,
  lockSegment,
  readSegmentRepresentation,
  requireUnprotectedRules,
  requireUnused,
  type UseKey,
} from './queries.ts';
import {
  listedSegmentSchema,
  segmentInputSchema,
  segmentSchema,
  segmentUseSchema,
  type SegmentUse,
} from './representation.ts';

const path = '/organisations/{org}/projects/{project}/segments';
const itself = { segments: 'inside a segment' } as const;

export const segmentRoutes = [
  readRoute({
    path,
    summary: 'List the segments of a project',
    query: pageQuery({}),
    answer: createPageSchema(listedSegmentSchema),
    async handle({ project, query }, { pool }) {
      const after = readCursor(query.cursor) ?? '';
      const { rows, isCut } = await listSegments(pool, project, { after, limit: query.limit + 1 });
      return { body: toPage(rows, query.limit, ({ slug }) => slug, withTimes, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path,
    action: 'define',
    isProposable: true,
    summary: 'Create a segment',
    body: Type.Object(
      { slug: slugSchema, name: Type.Optional(nameSchema), any_of: anyOfSchema },
      { additionalProperties: false },
    ),
    validatesItself: true,
    status: 201,
    answer: segmentSchema,
    hasETag: true,
    async handle({ organisation, project, body, problems }, { change }) {
      requireNoProblems(bodyProblems(problems, body.any_of));
      const slug = storedSlug(body.slug);
      return change(async (transaction) => {
        const locked = await lockExistingProject(transaction, organisation, project);
        if (await findSegment(transaction, locked, slug)) throw settingsErrors.taken('segment', slug);
        const after = { id: newId(), slug, name: body.name ?? body.slug, anyOf: storedAnyOf(body.any_of) };
        await changeSegments(transaction, locked, [{ after }]);
        return readSegmentRepresentation(transaction.client, locked, slug);
      });
    },
  }),

  readRoute({
    path: `${path}/{segment}`,
    summary: 'Read a segment',
    answer: segmentSchema,
    hasETag: true,
    handle: async ({ project, params }, { pool }) => ({
      body: await readSegmentRepresentation(pool, project, params.segment),
    }),
  }),

  readRoute({
    path: `${path}/{segment}/uses`,
    summary: 'List the rules that use a segment',
    query: pageQuery({}),
    answer: createPageSchema(segmentUseSchema),
    async handle({ project, params, query }, { pool }) {
      const { limit, cursor } = query;
      const after = readCompositeCursor(cursor, isUseKey);
      const { rows, isCut } = await listSegmentUses(pool, project, params.segment, {
        after,
        limit: limit + 1,
      });
      const keyOf = ({ environment, feature, rule }: SegmentUse) =>
        compositeKey([environment, feature, rule]);
      return { body: toPage(rows, limit, keyOf, (row) => row, { isCut }) };
    },
  }),

  changeRoute({
    method: 'PUT',
    path: `${path}/{segment}`,
    action: 'define',
    isProposable: true,
    summary: 'Replace the name and conditions of a segment',
    description:
      'Its slug cannot change, because rules use it. If you cannot change protected environments, you can change only the name of a segment that their rules use.',
    body: segmentInputSchema,
    validatesItself: true,
    answer: segmentSchema,
    hasETag: true,
    async handle(request, { change }) {
      const { body, problems, role } = request;
      requireNoProblems(bodyProblems(problems, body.any_of));
      return change(async (transaction) => {
        const { project, before } = await lockSegment(transaction, request);
        const after = { ...before, name: body.name, anyOf: storedAnyOf(body.any_of) };
        const isForOthers = !isDeepStrictEqual(before.anyOf, after.anyOf);
        if (isForOthers && !may(role, 'serve-protected')) await requireUnprotectedRules(transaction, before);
        await changeSegments(transaction, project, [{ before, after }]);
        return readSegmentRepresentation(transaction.client, project, before.slug);
      });
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{segment}`,
    action: 'define',
    isProposable: true,
    summary: 'Delete an unused segment',
    description: '409 `in_use` lists the rules that use it.',
    handle: (request, { change }) =>
      change(async (transaction) => {
        const { project, before } = await lockSegment(transaction, request);
        await requireUnused(transaction, before);
        await changeSegments(transaction, project, [{ before }]);
      }),
  }),
];

function isUseKey(key: readonly unknown[]): key is UseKey {
  const [environment, feature, rule] = key;
  return (
    key.length === 3 &&
    typeof environment === 'string' &&
    typeof feature === 'string' &&
    Number.isInteger(rule) &&
    Math.abs(rule as number) < 2 ** 31
  );
}

/** Problems with the shape of a body, and with the conditions whose shape is right. */
function bodyProblems(shapeProblems: readonly Problem[], anyOf: AnyOfInput): Iterable<Problem> {
  return concatProblems(shapeProblems, checkAnyOf(anyOf, 'any_of', itself, wellShapedPaths(shapeProblems)));
}
