import { generateInvitationToken, hashSecret } from '@bunting/authentication';
import {
  changeAccounts,
  openPasswordReset,
  readOrganisationsOfAccount,
  readAccounts,
  takePasswordReset,
} from '@bunting/changes/organisations';
import { emailFromStorage, emailSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import type { BaseDependencies } from '../framework/dependencies.ts';
import { newPasswordSchema } from '../sessions/password-rules.ts';
import { settingsErrors } from '../framework/errors.ts';
import { clientAddress } from '@bunting/service/client-address';
import { passwordResetUrl, type LinkDependencies } from '../framework/http/public-links.ts';
import type { Changing } from '../framework/change.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { timeSchema } from '../framework/schemas.ts';
import { requireReset } from './queries.ts';

const path = '/password-resets/{token}';
const lifetimeMs = 60 * 60 * 1000;

export const passwordResetRoutes = [
  changeRoute({
    method: 'POST',
    path: '/staff/password-resets',
    action: 'staff',
    summary: 'Create a password reset',
    description:
      'For a person who has lost their password. The link is shown only once; verify who the person is before you pass it on. It is valid for an hour and can be used once. A new link replaces it.',
    body: Type.Object({ email: emailSchema }, { additionalProperties: false }),
    status: 201,
    answersSecret: true,
    answer: Type.Object({
      email: Type.String(),
      token: Type.String(),
      url: Type.String(),
      expires_at: timeSchema,
    }),
    async handle({ body, req }, dependencies: Changing & BaseDependencies & LinkDependencies) {
      const email = emailFromStorage(body.email);
      const token = generateInvitationToken();
      const expiresAt = new Date(dependencies.now() + lifetimeMs);
      return dependencies.change(
        async (transaction) => {
          const [account] = await readAccounts(transaction, [email]);
          if (account === undefined) throw settingsErrors.unknown('account', email);
          await openPasswordReset(transaction, account, { tokenHash: hashSecret(token).hash, expiresAt });
          return account;
        },
        {
          answer({ result }) {
            dependencies.log.info({ accountId: result.id }, 'Staff opened a password reset.');
            const url = passwordResetUrl(req, dependencies, token);
            return { body: { email, token, url, expires_at: expiresAt.toISOString() } };
          },
        },
      );
    },
  }),

  readRoute({
    path,
    action: 'anyone',
    summary: 'Read a password reset',
    limitsAttempts: true,
    answer: Type.Object({ email: Type.String(), expires_at: timeSchema }),
    async handle({ params, req }, { pool, attempts, trustedProxies, now }: AccountDependencies) {
      const succeed = await attempts.resetPassword(clientAddress(req, trustedProxies));
      const { email, expiresAt } = await requireReset(pool, params.token, now());
      await succeed();
      return { body: { email, expires_at: expiresAt.toISOString() } };
    },
  }),

  changeRoute({
    method: 'POST',
    path,
    action: 'anyone',
    summary: 'Reset a password',
    limitsAttempts: true,
    description: 'Ends all sessions of the account. Sign in with the new password.',
    body: Type.Object({ password: newPasswordSchema }, { additionalProperties: false }),
    async handle({ params: { token }, body, req }, dependencies: Changing & AccountDependencies) {
      const { change, pool, attempts, passwords, passwordHashes, trustedProxies, now } = dependencies;
      const address = clientAddress(req, trustedProxies);
      const succeed = await attempts.resetPassword(address);
      await requireReset(pool, token, now());
      const from = { address, link: hashSecret(token).hash };
      const { email, passwordHash } = await passwords.run(from, async () => {
        // No hash is computed for a token that was used or has ended while the request waited.
        const reset = await requireReset(pool, token, now());
        return { email: reset.email, passwordHash: await passwordHashes.hash(body.password) };
      });
      return change(
        async (transaction) => {
          const reset = await takePasswordReset(transaction, hashSecret(token).hash);
          const [before] = await readAccounts(transaction, [email]);
          if (reset === undefined || reset.accountId !== before?.id)
            throw settingsErrors.unknownPasswordReset;
          const organisations = await readOrganisationsOfAccount(transaction.client, before.id);
          await changeAccounts(transaction, organisations, [{ before, after: { ...before, passwordHash } }]);
        },
        {
          author: { kind: 'session', email },
          async answer() {
            await succeed();
            return { body: undefined };
          },
        },
      );
    },
  }),
];
