import { Type } from '@bunting/definitions/type';
import { visibleStatuses } from '../features/representation.ts';
import { compositeKey, readCompositeCursor } from '../framework/http/composite-cursor.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { providers } from '../repositories/links.ts';
import { markupSafeJson } from '../repositories/markup-safe-json.ts';
import {
  listProjectReferences,
  listReferences,
  listUnreferencedVariables,
  states,
  type ProjectReferenceRow,
  type ReferenceRow,
} from './queries.ts';
import {
  isProjectReferenceKey,
  isReferenceKey,
  toProjectReferenceKey,
  projectReferenceSchema,
  toReferenceKey,
  referenceSchema,
  toProjectReference,
  toReference,
  toUnreferenced,
  unreferencedSchema,
} from './representation.ts';

const project = '/organisations/{org}/projects/{project}';

export const codeReferenceRoutes = [
  readRoute({
    path: `${project}/features/{feature}/code-references`,
    summary: 'List the code references of a feature',
    description: 'By variable, repository, file and line. Stale references were in an earlier snapshot.',
    query: pageQuery({
      state: Type.Optional(stringEnum(states)),
      variable: Type.Optional(Type.String({ maxLength: 100 })),
      provider: Type.Optional(stringEnum(providers)),
      repository: Type.Optional(
        Type.String({ maxLength: 500, description: '`owner/repo`, case-insensitive' }),
      ),
    }),
    answer: createPageSchema(referenceSchema),
    async handle({ project, featureId, query: { limit, cursor, ...filter } }, { pool }) {
      const page = { after: readCompositeCursor(cursor, isReferenceKey), limit: limit + 1 };
      const { rows, isCut } = await listReferences(pool, project.id, featureId, filter, page);
      const keyOf = (row: ReferenceRow) => compositeKey(toReferenceKey(row));
      const body = toPage(rows, limit, keyOf, toReference, { isCut, textOf: markupSafeJson });
      return { body, text: markupSafeJson(body) };
    },
  }),

  readRoute({
    path: `${project}/code-references`,
    summary: 'List the code references of a project',
    description: 'By repository, file and line, including keys without a variable.',
    query: pageQuery({
      state: Type.Optional(stringEnum(states)),
      text: Type.Optional(
        Type.String({ maxLength: 200, description: 'a part of the key or file, case-insensitive' }),
      ),
    }),
    answer: createPageSchema(projectReferenceSchema),
    async handle({ project, query: { limit, cursor, state, text } }, { pool }) {
      const page = { after: readCompositeCursor(cursor, isProjectReferenceKey), limit: limit + 1 };
      const { rows, isCut } = await listProjectReferences(pool, project.id, { state, text }, page);
      const keyOf = (row: ProjectReferenceRow) => compositeKey(toProjectReferenceKey(row));
      const body = toPage(rows, limit, keyOf, toProjectReference, { isCut, textOf: markupSafeJson });
      return { body, text: markupSafeJson(body) };
    },
  }),

  readRoute({
    path: `${project}/unreferenced-variables`,
    summary: 'List the unreferenced variables of a project',
    description: 'Variables that are not in the latest snapshot of any repository.',
    query: pageQuery({ status: Type.Optional(stringEnum(visibleStatuses)) }),
    answer: createPageSchema(unreferencedSchema),
    async handle({ project, query: { limit, cursor, status } }, { pool }) {
      const after = readCursor(cursor) ?? '';
      const page = { status, after, limit: limit + 1 };
      const { rows, isCut } = await listUnreferencedVariables(pool, project.id, page);
      return { body: toPage(rows, limit, ({ slug }) => slug, toUnreferenced, { isCut }) };
    },
  }),
];
