import { lockOrganisation } from '@bunting/changes/organisations';
import { storedSlug } from '@bunting/definitions';
import { countMonthlyActiveUsers, countUsersSince, uncountUsers } from '@bunting/governance';
import { errors } from '@bunting/service';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { requireTime, timeInputSchema } from '../framework/schemas.ts';

export const staffUserRoutes = [
  changeRoute({
    method: 'POST',
    path: '/staff/organisations/{org}/forget-users',
    action: 'staff',
    summary: 'Forget the users counted this month since a time',
    description:
      'For users that somebody made up with a public key. Real users among them are counted again when they are active again. Bunting stores nothing else about a user here.',
    body: Type.Object({ counted_since: timeInputSchema }, { additionalProperties: false }),
    answer: Type.Object({
      forgotten: Type.Integer({ description: 'the number of forgotten users' }),
      mau_used: Type.Integer({ description: 'the remaining monthly active users' }),
    }),
    async handle({ params, body }, { change, isDryRun, log, now, pool, redis }) {
      const since = requireTime(body.counted_since, 'counted_since');
      // Redis does not roll back.
      const forget = isDryRun ? countUsersSince : uncountUsers;
      return change(
        async (transaction) => {
          const organisation = await lockOrganisation(transaction, storedSlug(params.org));
          if (organisation === undefined) throw settingsErrors.unknown('organisation', params.org);
          const forgotten = await forget({ redis, pool: transaction.client }, organisation.id, {
            since,
            now: now(),
          }).catch((err: unknown) => {
            log.warn({ err }, 'Removing users from the count failed');
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
        },
        {
          async answer({ result }) {
            const used = await countMonthlyActiveUsers({ redis, pool }, result.id, now());
            return { body: { forgotten: result.forgotten, mau_used: used } };
          },
        },
      );
    },
  }),
];
