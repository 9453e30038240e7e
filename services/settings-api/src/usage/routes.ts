import { countMonthlyActiveUsers } from '@bunting/governance';
import { mauCapOf } from '@bunting/definitions';
import { organisationStatuses, plans } from '@bunting/definitions';
import { Type } from 'typebox';
import { querySchema } from '../framework/http/query.ts';
import { route } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';

export const usageRoutes = [
  route({
    method: 'GET',
    path: '/organisations/{org}/usage',
    action: 'read',
    summary: 'Tell what the plan includes and how much of it is used',
    query: querySchema({
      month: Type.Optional(
        Type.String({
          pattern: '^[2-9][0-9]{3}-(0[1-9]|1[0-2])$',
          description: 'a calendar month in UTC since the year 2000, such as 2026-11; without, this month',
        }),
      ),
    }),
    status: 200,
    answer: Type.Object({
      month: Type.String(),
      plan: stringEnum(plans),
      status: stringEnum(organisationStatuses),
      mau_used: Type.Integer({ description: 'monthly active users of that month' }),
      mau_cap: Type.Union([Type.Integer(), Type.Null()], { description: 'as it holds now; null = none' }),
      rate_limit_per_minute: Type.Union([Type.Integer(), Type.Null()], { description: 'null = none' }),
    }),
    async handle({ organisation, query }, { pool, redis, now, ratePerMinute }) {
      const time = query.month === undefined ? now() : Date.parse(`${query.month}-01T00:00:00Z`);
      return {
        body: {
          month: new Date(time).toISOString().slice(0, 7),
          plan: organisation.plan,
          status: organisation.status,
          mau_used: await countMonthlyActiveUsers({ redis, pool }, organisation.id, time),
          mau_cap: mauCapOf(organisation),
          rate_limit_per_minute: Number.isFinite(ratePerMinute) ? ratePerMinute : null,
        },
      };
    },
  }),
];
