import { Type } from '@bunting/definitions/type';
import { compositeKey, readCompositeCursor } from '../framework/http/composite-cursor.ts';
import { pageQuery, toPage } from '../framework/http/page.ts';
import { querySchema } from '../framework/http/query.ts';
import { timeRangeParameters } from '../framework/http/time-range.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { readPeriod } from './period.ts';
import { findBaseline, readArms, requireVariable } from './read-results.ts';
import { toGroupKey, isGroupKey, readSummary, type SummarisedGroup } from './read-summary.ts';
import { resultSchema, summaryPageSchema, toResult, toSummary } from './representation.ts';
import { rollUp } from './roll-up.ts';

/** The time that a request waits for the latest events to be counted. */
const countBudgetMs = 100;

export const eventRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/environments/{env}/events/summary',
    summary: 'Summarise the events of an environment',
    description:
      'By variable, variation and event, by the time at which the events occurred. A period is extended to whole hours or days in UTC. Counts are exact, including distinct users.',
    query: pageQuery({
      variable: Type.Optional(Type.String()),
      event: Type.Optional(Type.String()),
      ...timeRangeParameters,
      bucket: Type.Optional(stringEnum(['hour', 'day'])),
    }),
    answer: summaryPageSchema,
    async handle({ environment, query }, { pool, now }) {
      const period = readPeriod(query, now());
      const after = readCompositeCursor(query.cursor, isGroupKey);
      const isUpToDate = await rollUp(pool, countBudgetMs);
      const withBuckets = query.bucket !== undefined;
      const { groups, isCut } = await readSummary(pool, {
        environmentId: environment.id,
        period,
        withBuckets,
        variable: query.variable?.toLowerCase(),
        event: query.event,
        after,
        limit: query.limit,
      });
      const keyOf = (group: SummarisedGroup) => compositeKey(toGroupKey(group));
      const toItem = (group: SummarisedGroup) => toSummary(group, { withBuckets });
      const page = toPage(groups, query.limit, keyOf, toItem, { isCut });
      return { body: { ...page, up_to_date: isUpToDate } };
    },
  }),

  readRoute({
    path: '/organisations/{org}/projects/{project}/environments/{env}/events/results',
    summary: 'Read the results of an experiment',
    description:
      'Conversions per variation: how many participants sent the conversion event. Rates with Wilson intervals, differences with Newcombe intervals and a two-sided z-test, mean values with Student intervals.',
    query: querySchema({
      variable: Type.String(),
      conversion: Type.String({ description: 'the name of the conversion event' }),
      exposure: Type.Optional(
        Type.String({
          description: 'the name of the event that makes a user a participant; default: any event',
        }),
      ),
      baseline: Type.Optional(
        Type.String({ description: 'the baseline variation; default: the first one of the feature' }),
      ),
      confidence: Type.Number({ minimum: 0.5, maximum: 0.999, default: 0.95 }),
    }),
    answer: Type.Object({
      variable: Type.String(),
      baseline: Type.Union([Type.String(), Type.Null()], { description: 'null = there are no events' }),
      confidence: Type.Number(),
      results: Type.Array(resultSchema),
      up_to_date: Type.Boolean(),
    }),
    async handle({ project, environment, query }, { pool }) {
      const variable = await requireVariable(pool, project.id, query.variable);
      const isUpToDate = await rollUp(pool, countBudgetMs);
      const arms = await readArms(pool, {
        environmentId: environment.id,
        variableId: variable.id,
        conversion: query.conversion,
        exposure: query.exposure,
      });
      const baseline = findBaseline(arms, variable.variations, query.baseline);
      return {
        body: {
          variable: variable.slug,
          baseline: baseline?.variation ?? null,
          confidence: query.confidence,
          results: arms.map((arm) => toResult(arm, baseline, query.confidence)),
          up_to_date: isUpToDate,
        },
      };
    },
  }),
];
