import { changeAccounts, readOrganisationsOfAccount, readAccounts } from '@bunting/changes/organisations';
import { nameSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { clientAddress } from '@bunting/service/client-address';
import type { Changing } from '../framework/change.ts';
import { changeRoute } from '../framework/route.ts';
import { newPasswordSchema } from '../sessions/password-rules.ts';
import type { AccountDependencies } from './dependencies.ts';
import { readPasswordHash } from './queries.ts';
import { whoAmI, whoAmISchema } from './who-am-i.ts';

export const accountRoutes = [
  changeRoute({
    method: 'PATCH',
    path: '/account',
    action: 'signed-in',
    summary: 'Change your name',
    description: 'Recorded in the audit logs of all your organisations.',
    body: Type.Object({ name: nameSchema }, { additionalProperties: false }),
    answer: whoAmISchema,
    handle: ({ caller, body: { name } }, { change, pool }) =>
      change(
        async (transaction) => {
          const [before] = await readAccounts(transaction, [caller.email]);
          if (before === undefined) throw settingsErrors.notSignedIn;
          const organisations = await readOrganisationsOfAccount(transaction.client, before.id);
          await changeAccounts(transaction, organisations, [{ before, after: { ...before, name } }]);
        },
        {
          answer: async () => ({ body: await whoAmI(pool, { ...caller, name }) }),
        },
      ),
  }),

  changeRoute({
    method: 'POST',
    path: '/account/password',
    action: 'signed-in',
    summary: 'Change your password',
    limitsAttempts: true,
    description:
      'Requires the current password. Ends all sessions of the account and starts a new one for this browser. Recorded in the audit logs of all your organisations.',
    body: Type.Object(
      { current_password: Type.String({ maxLength: 256 }), new_password: newPasswordSchema },
      { additionalProperties: false },
    ),
    async handle(
      { caller, body, req },
      {
        change,
        attempts,
        passwordHashes,
        passwords,
        pool,
        sessions,
        trustedProxies,
      }: Changing & AccountDependencies,
    ) {
      const succeed = await attempts.changePassword(caller.accountId);
      const present = await readPasswordHash(pool, caller.accountId);
      if (present === null) throw settingsErrors.noPassword;
      const address = clientAddress(req, trustedProxies);
      const passwordHash = await passwords.run({ address }, async () => {
        if (!(await passwordHashes.verify(body.current_password, present)))
          throw settingsErrors.wrongPassword;
        return passwordHashes.hash(body.new_password);
      });
      return change(
        async (transaction) => {
          const [before] = await readAccounts(transaction, [caller.email]);
          // The password was changed after it was verified.
          if (before === undefined || before.passwordHash !== present) throw settingsErrors.wrongPassword;
          const organisations = await readOrganisationsOfAccount(transaction.client, before.id);
          await changeAccounts(transaction, organisations, [{ before, after: { ...before, passwordHash } }]);
        },
        {
          async answer() {
            await succeed();
            const opened = await sessions.open(req, caller.accountId);
            if (opened === undefined) throw settingsErrors.notSignedIn;
            return { body: undefined, headers: { 'Set-Cookie': opened.cookies } };
          },
        },
      );
    },
  }),
];
