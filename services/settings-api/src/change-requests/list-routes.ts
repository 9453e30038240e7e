import { storedSlug } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import type { BaseDependencies } from '../framework/dependencies.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import type { ChangeRequestDependencies } from './dependencies.ts';
import { listRequests } from './list-requests.ts';
import { requestSummarySchema, toSummary } from './representation.ts';
import { statuses } from './request-row.ts';
import { requestsPath } from './routes.ts';
import { stages } from './stage.ts';

const slugFilter = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

export const changeRequestListRoutes = [
  readRoute({
    path: requestsPath,
    summary: 'List the change requests of a project, latest first',
    query: pageQuery({
      status: Type.Optional(stringEnum(statuses)),
      stage: Type.Optional(stringEnum(stages, 'only open requests have one')),
      environment: slugFilter('the slug of an environment that it alters'),
      feature: slugFilter('the slug of a feature that it changes'),
      author: Type.Optional(Type.String({ maxLength: 254 })),
      waiting_for: Type.Optional(
        stringEnum(
          ['me'],
          'your verdict is missing: you may give one, and are a reviewer where some are named; or you are the author of a request that is conflicting, has requested changes or is ready',
        ),
      ),
    }),
    answer: createPageSchema(requestSummarySchema),
    async handle(
      { project, caller, role, query },
      { pool, changeRequestExpiryDays }: BaseDependencies & ChangeRequestDependencies,
    ) {
      const { limit, cursor, status, stage, environment, feature, author } = query;
      const before = readCursor(cursor, (key) => /^[1-9]\d{0,8}$/.test(key));
      const filters = {
        status,
        stage,
        environment: environment && storedSlug(environment),
        feature: feature && storedSlug(feature),
        author: author?.toLowerCase(),
        waitingFor: query.waiting_for && { email: caller.email, role },
      };
      const page = { before: before === undefined ? undefined : Number(before), limit: limit + 1 };
      const { rows, isCut } = await listRequests(pool, project, filters, page);
      const toItem = (row: (typeof rows)[number]) => toSummary(row, changeRequestExpiryDays);
      return { body: toPage(rows, limit, ({ number }) => String(number), toItem, { isCut }) };
    },
  }),
];
