import { countMonthlyActiveUsers, forgetUsers } from '@bunting/governance';
import { lockOrganisation } from '@bunting/changes';
import { storedSlug } from '@bunting/definitions';
import { errors } from '@bunting/service';
import { Type } from 'typebox';
import { changeAs, staff } from '../framework/change-as.ts';
import { settingsErrors } from '../framework/errors.ts';
import { route } from '../framework/route.ts';

export const staffUserRoutes = [
  route({
    method: 'POST',
    path: '/staff/organisations/{org}/forget-users',
    action: 'staff',
    summary: 'Forget the users that were counted this month since a time',
    description:
      'For users that somebody made up with a public key. Honest ones among them are counted again as soon as they are active again. Nothing else of a user is stored here.',
    body: Type.Object(
      {
        counted_since: Type.String({
          pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d([.]\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$',
          description: 'a time in ISO 8601, with offset',
        }),
      },
      { additionalProperties: false },
    ),
    status: 200,
    answer: Type.Object({
      forgotten: Type.Integer({ description: 'how many users there were' }),
      mau_used: Type.Integer({ description: 'monthly active users that are left' }),
    }),
    async handle({ params, body }, dependencies) {
      const { pool, redis, now, log } = dependencies;
      const since = new Date(body.counted_since);
      if (Number.isNaN(since.getTime())) {
        throw settingsErrors.invalid([{ path: 'counted_since', message: 'must be a date and time' }]);
      }
      const { result } = await changeAs(dependencies, staff, async (transaction) => {
        const organisation = await lockOrganisation(transaction, storedSlug(params.org));
        if (organisation === undefined) throw settingsErrors.unknown('organisation', params.org);
        const forgotten = await forgetUsers({ redis, pool: transaction.client }, organisation.id, {
          since,
          now: now(),
        }).catch((err: unknown) => {
          log.warn({ err }, 'Users cannot be forgotten at the moment');
          throw errors.unavailable;
        });
        transaction.recorded.push({
          organisationId: organisation.id,
          action: 'organisation.users_forgotten',
          subject: organisation.slug,
          before: null,
          after: { counted_since: since.toISOString(), users: forgotten },
        });
        return { id: organisation.id, forgotten };
      });
      const used = await countMonthlyActiveUsers({ redis, pool }, result.id, now());
      return { body: { forgotten: result.forgotten, mau_used: used } };
    },
  }),
];
