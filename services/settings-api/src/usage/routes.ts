import { projectLimits, readHeaviestFeatures, readStoredTotals } from '@bunting/changes';
import { getMaxEnvironments, sumStoredBytes } from '@bunting/changes/organisations';
import {
  getMauCap,
  organisationStatuses,
  plans,
  getStoredBytesCap,
} from '@bunting/definitions/organisations';
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
    summary: 'Read plan limits and usage',
    query: querySchema({
      month: Type.Optional(
        Type.String({
          pattern: '^[2-9][0-9]{3}-(0[1-9]|1[0-2])$',
          description: 'a calendar month in UTC from 2000 on, such as 2026-11; by default the current month',
        }),
      ),
    }),
    answer: Type.Object(
      {
        month: Type.String(),
        plan: stringEnum(plans),
        status: stringEnum(organisationStatuses),
        mau_used: Type.Integer({ description: 'monthly active users of that month' }),
        mau_cap: Type.Union([Type.Integer(), Type.Null()], { description: 'the current limit; null = none' }),
        rate_limit_per_minute: Type.Union([Type.Integer(), Type.Null()], { description: 'null = none' }),
        stored_bytes_used: Type.Integer({
          description: 'the size of the definitions in all environments, as JSON',
        }),
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
          mau_cap: getMauCap(organisation),
          rate_limit_per_minute: Number.isFinite(ratePerMinute) ? ratePerMinute : null,
          stored_bytes_used: await sumStoredBytes(pool, organisation.id),
          stored_bytes_cap: getStoredBytesCap(organisation),
        },
      };
    },
  }),

  readRoute({
    path: '/organisations/{org}/usage/history',
    summary: 'Read the history of monthly active users',
    description: 'By month, and by day for the current month. Months and days are in UTC.',
    query: querySchema({ months: Type.Integer({ minimum: 1, maximum: 24, default: 12 }) }),
    answer: Type.Object(
      {
        items: Type.Array(Type.Object({ month: Type.String(), mau_used: Type.Integer() }), {
          description: 'earliest first; the last item is the current month so far',
        }),
        days: Type.Array(Type.Object({ day: Type.String(), mau_used: Type.Integer() }), {
          description: 'the current month up to today: the number of users by the end of each day',
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
  bytes: Type.Integer({ description: 'the size of its definition in this environment, as JSON' }),
  bytes_limit: Type.Integer(),
  cost_us: Type.Integer({ description: 'the estimated maximum time to evaluate it, in microseconds' }),
  cost_us_limit: Type.Integer(),
  longest_searched_text: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'the maximum length of texts for `contains`, `matches` and their opposites in this feature; a longer text counts as missing; null = the feature has none of these',
  }),
  limits_exceeded: Type.Array(Type.String(), {
    description:
      'limits that a definition from an older release exceeds; the rules of a feature that takes too long match nobody',
  }),
});

export const environmentUsageRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/environments/{env}/usage',
    summary: 'Read the usage of an environment',
    answer: Type.Object({
      bytes: quantitySchema('all definitions of the environment as JSON'),
      cost_us: quantitySchema(
        'the estimated maximum time to evaluate all features, in microseconds, for a user with a short bucketing key',
      ),
      features: quantitySchema('of the project'),
      segments: quantitySchema('of the project'),
      environments: quantitySchema('of the project'),
      api_keys: quantitySchema('keys of the environment that are not revoked'),
      heaviest_features: Type.Array(heaviestSchema, {
        description: 'the features with the largest definitions',
      }),
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
          environments: { used: environments, limit: getMaxEnvironments(organisation) },
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
