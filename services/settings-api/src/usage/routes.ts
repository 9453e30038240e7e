import { projectLimits, readHeaviestFeatures, readStoredTotals } from '@bunting/changes';
import { maxEnvironmentsOf, storedBytesOf } from '@bunting/changes/organisations';
import { mauCapOf, organisationStatuses, plans, storedBytesCapOf } from '@bunting/definitions/organisations';
import { limits } from '@bunting/evaluator';
import { countMonthlyActiveUsers, readUsageHistory } from '@bunting/governance';
import { Type } from '@bunting/definitions/type';
import { querySchema } from '../framework/http/query.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import type { UsageDependencies } from './dependencies.ts';

export const usageRoutes = [
  readRoute({
    path: '/organisations/{org}/usage',
    summary: 'Tell what the plan includes and how much of it is used',
    query: querySchema({
      month: Type.Optional(
        Type.String({
          pattern: '^[2-9][0-9]{3}-(0[1-9]|1[0-2])$',
          description: 'a calendar month in UTC since the year 2000, such as 2026-11; without, this month',
        }),
      ),
    }),
    answer: Type.Object(
      {
        month: Type.String(),
        plan: stringEnum(plans),
        status: stringEnum(organisationStatuses),
        mau_used: Type.Integer({ description: 'monthly active users of that month' }),
        mau_cap: Type.Union([Type.Integer(), Type.Null()], { description: 'as it holds now; null = none' }),
        rate_limit_per_minute: Type.Union([Type.Integer(), Type.Null()], { description: 'null = none' }),
        stored_bytes_used: Type.Integer({ description: 'of definitions in all environments, as JSON' }),
        stored_bytes_cap: Type.Integer(),
      },
      { title: 'OrganisationUsage' },
    ),
    async handle({ organisation, query }, { pool, redis, now, ratePerMinute }: UsageDependencies) {
      const time = query.month === undefined ? now() : Date.parse(`${query.month}-01T00:00:00Z`);
      return {
        body: {
          month: new Date(time).toISOString().slice(0, 7),
          plan: organisation.plan,
          status: organisation.status,
          mau_used: await countMonthlyActiveUsers({ redis, pool }, organisation.id, time),
          mau_cap: mauCapOf(organisation),
          rate_limit_per_minute: Number.isFinite(ratePerMinute) ? ratePerMinute : null,
          stored_bytes_used: await storedBytesOf(pool, organisation.id),
          stored_bytes_cap: storedBytesCapOf(organisation),
        },
      };
    },
  }),

  readRoute({
    path: '/organisations/{org}/usage/history',
    summary: 'Tell how many monthly active users there were, by month, and this month by day',
    description: 'Months and days are in UTC.',
    query: querySchema({ months: Type.Integer({ minimum: 1, maximum: 24, default: 12 }) }),
    answer: Type.Object(
      {
        items: Type.Array(Type.Object({ month: Type.String(), mau_used: Type.Integer() }), {
          description: 'the earliest first; the last one is this month, as far as it is',
        }),
        days: Type.Array(Type.Object({ day: Type.String(), mau_used: Type.Integer() }), {
          description: 'of this month, up to today: how many users it had by the end of the day',
        }),
      },
      { title: 'UsageHistory' },
    ),
    async handle({ organisation, query: { months } }, { pool, redis, now }) {
      const history = await readUsageHistory({ pool, redis }, organisation.id, { now: now(), months });
      return {
        body: {
          items: history.months.map(({ month, users }) => ({ month, mau_used: users })),
          days: history.days.map(({ day, users }) => ({ day, mau_used: users })),
        },
      };
    },
  }),
];

const quantitySchema = (of: string) =>
  Type.Object({ used: Type.Integer(), limit: Type.Integer() }, { description: of });

const heaviestSchema = Type.Object({
  feature: Type.String(),
  bytes: Type.Integer({ description: 'of its definition here as JSON' }),
  bytes_limit: Type.Integer(),
  cost_us: Type.Integer({ description: 'microseconds that evaluating it may take at worst' }),
  cost_us_limit: Type.Integer(),
  longest_searched_text: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'a longer text counts as missing for `contains` and `matches` and their opposites in this feature; null = it has none',
  }),
  limits_exceeded: Type.Array(Type.String(), {
    description:
      'by definitions that an older release accepted; the rules of a feature that takes too long match nobody',
  }),
});

export const environmentUsageRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/environments/{env}/usage',
    summary: 'Tell what an environment has stored of its limits',
    answer: Type.Object({
      bytes: quantitySchema('all definitions of the environment as JSON'),
      cost_us: quantitySchema(
        'microseconds that evaluating all features may take together at worst, for a user with a short bucketing key',
      ),
      features: quantitySchema('of the project'),
      segments: quantitySchema('of the project'),
      environments: quantitySchema('of the project'),
      api_keys: quantitySchema('of the environment, those that are not revoked'),
      heaviest_features: Type.Array(heaviestSchema, { description: 'those with the longest definitions' }),
    }),
    async handle({ organisation, project, environment }, { pool }) {
      const { bytes, cost, features, segments, environments, keys } = await readStoredTotals(
        pool,
        environment,
      );
      const heaviest = await readHeaviestFeatures(pool, project, environment);
      return {
        body: {
          bytes: { used: bytes, limit: limits.environmentLength },
          cost_us: { used: Math.ceil(cost / 1_000), limit: limits.environmentCost / 1_000 },
          features: { used: features, limit: projectLimits.features },
          segments: { used: segments, limit: projectLimits.segments },
          environments: { used: environments, limit: maxEnvironmentsOf(organisation) },
          api_keys: { used: keys, limit: projectLimits.keys },
          heaviest_features: heaviest.map(
            ({ feature, bytes: length, cost, maxSearchedLength, exceeded }) => ({
              feature,
              bytes: length,
              bytes_limit: limits.fragmentLength,
              cost_us: Math.ceil(cost / 1_000),
              cost_us_limit: limits.featureCost / 1_000,
              longest_searched_text: maxSearchedLength ?? null,
              limits_exceeded: [...new Set(exceeded.map(({ limit }) => limit))],
            }),
          ),
        },
      };
    },
  }),
];
