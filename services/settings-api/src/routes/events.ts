import type { Pool } from 'pg';
import { Type } from 'typebox';
import { settingsErrors } from '../errors.ts';
import { compareShares, meanOf, shareOf, type Sample } from '../events/intervals.ts';
import { readPeriod } from '../events/period.ts';
import { readArms, type Arm } from '../events/read-results.ts';
import type { EventFigures } from '../events/read-group-figures.ts';
import { groupKeyOf, readSummary, type GroupKey } from '../events/read-summary.ts';
import { rollUp } from '../events/roll-up.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { querySchema, spanParameters } from '../query.ts';
import { route } from '../route.ts';
import { wordsOf } from '../words-of.ts';

/** How long a reader waits for what has just come in to be counted. */
const countBudgetMs = 100;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const orNull = Type.Union([Type.Number(), Type.Null()]);

const figures = {
  count: Type.Integer({ description: 'events' }),
  users: Type.Integer({ description: 'distinct users; anonymous events have none' }),
  verified_share: Type.Number({ description: 'events with a valid evaluation trace, 0 to 1' }),
  value: Type.Object(
    { count: Type.Integer({ description: 'events that carry a value' }), sum: orNull, mean: orNull },
    { description: 'null = none, or beyond what JSON can say' },
  ),
};

const moment = Type.String({ description: 'ISO 8601' });

const eventSummarySchema = Type.Object(
  {
    feature: Type.String(),
    variable: Type.String(),
    variation: Type.String(),
    event: Type.String(),
    ...figures,
    buckets: Type.Optional(
      Type.Array(Type.Object({ begins_at: moment, ...figures }), {
        description: 'hours or days in which there were events, in UTC; only with `bucket`',
      }),
    ),
  },
  { title: 'EventSummary' },
);

const summaryPage = Type.Object({
  ...pageOf(eventSummarySchema).properties,
  up_to_date: Type.Boolean({ description: 'false = events of the last moments are not counted yet' }),
});

const estimate = Type.Object({ estimate: Type.Number(), low: Type.Number(), high: Type.Number() });

const resultSchema = Type.Object(
  {
    variation: Type.String(),
    participants: Type.Integer(),
    converted: Type.Integer(),
    conversion_rate: Type.Union([estimate, Type.Null()], { description: 'null = no participants' }),
    mean_value: Type.Union(
      [
        Type.Object({ estimate: Type.Number(), low: orNull, high: orNull, count: Type.Integer() }),
        Type.Null(),
      ],
      { description: 'of the values of the conversion events; null = none' },
    ),
    versus_baseline: Type.Union(
      [
        Type.Object({
          difference: estimate,
          relative: orNull,
          p_value: Type.Number(),
          is_significant: Type.Boolean(),
        }),
        Type.Null(),
      ],
      { description: 'null = this is the baseline, or one of the two has no participants' },
    ),
  },
  { title: 'ExperimentResult' },
);

export const eventRoutes = [
  route({
    method: 'GET',
    path: '/organisations/{org}/projects/{project}/environments/{env}/events/summary',
    action: 'read',
    summary: 'Summarise the events of an environment',
    description:
      'By variable, variation and event, cut by when they occurred. A period is widened to whole hours or days of UTC. Counts are exact, distinct users included.',
    query: pageQuery({
      variable: Type.Optional(Type.String()),
      event: Type.Optional(Type.String()),
      ...spanParameters,
      bucket: Type.Optional(wordsOf(['hour', 'day'])),
    }),
    status: 200,
    answer: summaryPage,
    async handle({ environment, query }, { pool }) {
      const period = readPeriod(query);
      const after = readGroupKey(query.cursor);
      const isUpToDate = await rollUp(pool, countBudgetMs);
      const { groups, isCut } = await readSummary(pool, {
        environmentId: environment.id,
        period,
        withBuckets: query.bucket !== undefined,
        variable: query.variable?.toLowerCase(),
        event: query.event,
        after,
        limit: query.limit,
      });
      const page = toPage(
        groups,
        query.limit,
        (group) => JSON.stringify(groupKeyOf(group)),
        ({ group: { feature, variable, variation, event }, buckets, ...rest }) => ({
          feature,
          variable,
          variation,
          event,
          ...toFigures(rest),
          ...(query.bucket !== undefined && {
            buckets: buckets.map(({ beginsAt, ...each }) => ({
              begins_at: beginsAt.toISOString(),
              ...toFigures(each),
            })),
          }),
        }),
        { isCut },
      );
      return { body: { ...page, up_to_date: isUpToDate } };
    },
  }),

  route({
    method: 'GET',
    path: '/organisations/{org}/projects/{project}/environments/{env}/events/results',
    action: 'read',
    summary: 'Read the results of an experiment',
    description:
      'Conversions per variation: how many of the users that took part sent the conversion event. Rates with Wilson intervals, differences with Newcombe intervals and a two-sided z-test, mean values with Student intervals.',
    query: querySchema({
      variable: Type.String(),
      conversion: Type.String({ description: 'name of the event that counts as success' }),
      exposure: Type.Optional(
        Type.String({ description: 'name of the event that makes a participant; without, any event does' }),
      ),
      baseline: Type.Optional(Type.String({ description: 'variation; without, the first of the feature' })),
      confidence: Type.Number({ minimum: 0.5, maximum: 0.999, default: 0.95 }),
    }),
    status: 200,
    answer: Type.Object({
      variable: Type.String(),
      baseline: Type.Union([Type.String(), Type.Null()], { description: 'null = no events at all' }),
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
      const baseline = baselineOf(arms, variable.variations, query.baseline);
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

function toFigures({ count, users, verifiedShare, values }: EventFigures) {
  return { count, users, verified_share: verifiedShare, value: values };
}

function readGroupKey(cursor: string | undefined): GroupKey | undefined {
  const key = readCursor(cursor, (text) => parseGroupKey(text) !== undefined);
  return key === undefined ? undefined : parseGroupKey(key);
}

function parseGroupKey(text: string): GroupKey | undefined {
  try {
    const key = JSON.parse(text) as unknown;
    if (!Array.isArray(key) || key.length !== 5 || !key.every((part) => typeof part === 'string'))
      return undefined;
    return uuidPattern.test(key[1]!) && uuidPattern.test(key[3]!) ? (key as unknown as GroupKey) : undefined;
  } catch {
    return undefined;
  }
}

interface ExperimentVariable {
  readonly id: string;
  readonly slug: string;
  /** Slugs in their order. */
  readonly variations: readonly string[];
}

async function requireVariable(pool: Pool, projectId: string, slug: string): Promise<ExperimentVariable> {
  const { rows } = await pool.query<ExperimentVariable>(
    `SELECT variable.id, variable.slug, ARRAY(
       SELECT slug FROM variation WHERE variation.feature_id = variable.feature_id AND deleted_at IS NULL
       ORDER BY position, id) AS variations
     FROM variable WHERE project_id = $1 AND slug = $2 AND deleted_at IS NULL`,
    [projectId, slug.toLowerCase()],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('variable', slug);
  return rows[0];
}

/** The one asked for; else the first of the feature that has events. */
function baselineOf(
  arms: readonly Arm[],
  variations: readonly string[],
  asked: string | undefined,
): Arm | undefined {
  if (asked === undefined) return arms[0];
  const slug = asked.toLowerCase();
  const arm = arms.find(({ variation }) => variation === slug);
  if (arm === undefined && !variations.includes(slug)) throw settingsErrors.unknown('variation', asked);
  return (
    arm ?? { variation: slug, participants: 0, converted: 0, values: { count: 0, sum: 0, squareSum: 0 } }
  );
}

function toResult(arm: Arm, baseline: Arm | undefined, confidence: number) {
  const mean = meanOf(arm.values, confidence);
  return {
    variation: arm.variation,
    participants: arm.participants,
    converted: arm.converted,
    conversion_rate: shareOf(arm.converted, arm.participants, confidence) ?? null,
    mean_value: mean === undefined ? null : { ...mean, count: arm.values.count },
    versus_baseline: baseline === undefined || baseline === arm ? null : compare(arm, baseline, confidence),
  };
}

function compare(arm: Sample, baseline: Sample, confidence: number) {
  const compared = compareShares(arm, baseline, confidence);
  if (compared === undefined) return null;
  const { difference, relative, pValue } = compared;
  return { difference, relative, p_value: pValue, is_significant: pValue < 1 - confidence };
}
