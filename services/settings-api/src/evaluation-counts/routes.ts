import { Type } from '@bunting/definitions/type';
import { compositeKey, readCompositeCursor } from '../framework/http/composite-cursor.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { timeRangeParameters } from '../framework/http/time-range.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { readCountPeriod } from './count-period.ts';
import { toCountKey, isCountKey, readCountedTime, readEvaluations } from './read-evaluations.ts';
import { readFeatureEvaluations } from './read-feature-evaluations.ts';
import { isUnknownKeyPosition, readUnknownKeys, type UnknownKey } from './read-unknown-keys.ts';
import {
  countPageSchema,
  environmentEvaluationsSchema,
  toCount,
  toCountedTime,
  toEnvironmentEvaluations,
  toUnknownKey,
  unknownKeySchema,
} from './representation.ts';
import { countBudgetMs, rollUpEvaluations } from './roll-up.ts';

const project = '/organisations/{org}/projects/{project}';

export const evaluationRoutes = [
  readRoute({
    path: `${project}/environments/{env}/evaluations`,
    summary: 'Count the evaluations of an environment',
    description:
      'By variable, variation, reason and kind of request. A period is extended to whole hours or days in UTC. Hours are kept for 14 days; a period that begins earlier is extended to days.',
    query: pageQuery({
      feature: Type.Optional(Type.String()),
      variable: Type.Optional(Type.String()),
      ...timeRangeParameters,
      bucket: Type.Optional(stringEnum(['hour', 'day'])),
    }),
    answer: countPageSchema,
    async handle({ project: { id: projectId }, environment, query }, { pool, log, now }) {
      const period = readCountPeriod(query, now());
      const after = readCompositeCursor(query.cursor, isCountKey);
      await rollUpEvaluations(pool, log, countBudgetMs);
      const counted = await readCountedTime(pool, environment);
      const withBuckets = query.bucket !== undefined;
      const { counts, isCut } = await readEvaluations(pool, {
        projectId,
        environmentId: environment.id,
        period,
        withBuckets,
        feature: query.feature?.toLowerCase(),
        variable: query.variable?.toLowerCase(),
        after,
        limit: query.limit,
      });
      const page = toPage(
        counts,
        query.limit,
        (count) => compositeKey(toCountKey(count)),
        (count) => toCount(count, { withBuckets }),
        { isCut },
      );
      return { body: { ...page, ...toCountedTime(counted) } };
    },
  }),

  readRoute({
    path: `${project}/environments/{env}/unknown-keys`,
    summary: 'List the unknown keys that applications request',
    description:
      'Latest first, including keys of archived features: they show what an application still requests. Covers the last 30 days: the latest 1,000 keys that servers requested, and 200 that were requested only with client keys.',
    query: pageQuery({}),
    answer: createPageSchema(unknownKeySchema),
    async handle({ project: { id: projectId }, environment, query: { limit, cursor } }, { pool, log }) {
      const after = readCompositeCursor(cursor, isUnknownKeyPosition);
      await rollUpEvaluations(pool, log, countBudgetMs);
      const environmentId = environment.id;
      const keys = await readUnknownKeys(pool, { projectId, environmentId, after, limit: limit + 1 });
      const positionOf = ({ lastAt, key }: UnknownKey) => compositeKey([lastAt.toISOString(), key]);
      return { body: toPage(keys, limit, positionOf, toUnknownKey, { isCut: false }) };
    },
  }),

  readRoute({
    path: `${project}/features/{feature}/evaluations`,
    summary: 'Read the evaluations of a feature in each environment',
    description:
      'Counts only evaluations that named the variable: requests for all variables say nothing about your code.',
    query: pageQuery({}),
    answer: createPageSchema(environmentEvaluationsSchema),
    async handle({ project: { id: projectId }, featureId, query: { limit, cursor } }, { pool, log, now }) {
      const after = readCursor(cursor) ?? '';
      await rollUpEvaluations(pool, log, countBudgetMs);
      const { environments, isCut } = await readFeatureEvaluations(pool, {
        projectId,
        featureId,
        now: now(),
        after,
        limit,
      });
      const body = toPage(environments, limit, ({ environment }) => environment, toEnvironmentEvaluations, {
        isCut,
      });
      return { body };
    },
  }),
];
