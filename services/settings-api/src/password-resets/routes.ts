import { generateInvitationToken, hashSecret } from '@bunting/authentication';
import { runChange } from '@bunting/changes';
import {
  changeAccounts,
  openPasswordReset,
  organisationsOf,
  readAccounts,
  takePasswordReset,
} from '@bunting/changes/organisations';
import { emailFromStorage, emailSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { newPasswordSchema } from '../accounts/password-rules.ts';
import { changeContext, staff } from '../framework/change-context.ts';
import { settingsErrors } from '../framework/errors.ts';
import { clientAddress } from '@bunting/service/client-address';
import { passwordResetUrl } from '../framework/http/public-links.ts';
import { route } from '../framework/route.ts';
import { timeSchema } from '../framework/schemas.ts';
import { requireReset } from './queries.ts';

const path = '/password-resets/{token}';
const lifetimeMs = 60 * 60 * 1000;

export const passwordResetRoutes = [
  route({
    method: 'POST',
    path: '/staff/password-resets',
    action: 'staff',
    summary: 'Open a password reset',
    description:
      'For a person who has lost their password. The link is shown once; make sure who the person is before you give it to them. It is valid for an hour and one use; a later one replaces it.',
    body: Type.Object({ email: emailSchema }, { additionalProperties: false }),
    status: 201,
    answersSecret: true,
    answer: Type.Object({
      email: Type.String(),
      token: Type.String(),
      url: Type.String(),
      expires_at: timeSchema,
    }),
    async handle({ body, req }, dependencies) {
      const email = emailFromStorage(body.email);
      const token = generateInvitationToken();
      const expiresAt = new Date(dependencies.now() + lifetimeMs);
      const { result } = await runChange(changeContext(dependencies, staff), async (transaction) => {
        const [account] = await readAccounts(transaction, [email]);
        if (account === undefined) throw settingsErrors.unknown('account', email);
        await openPasswordReset(transaction, account, { tokenHash: hashSecret(token).hash, expiresAt });
        return account;
      });
      dependencies.log.info({ accountId: result.id }, 'Staff opened a password reset.');
      const url = passwordResetUrl(req, dependencies, token);
      return { body: { email, token, url, expires_at: expiresAt.toISOString() } };
    },
  }),

  route({
    method: 'GET',
    path,
    action: 'anyone',
    summary: 'Read a password reset',
    limitsAttempts: true,
    status: 200,
    answer: Type.Object({ email: Type.String(), expires_at: timeSchema }),
    async handle({ params, req }, { pool, attempts, trustedProxies, now }) {
      const succeed = await attempts.resetPassword(clientAddress(req, trustedProxies));
      const { email, expiresAt } = await requireReset(pool, params.token, now());
      await succeed();
      return { body: { email, expires_at: expiresAt.toISOString() } };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'anyone',
    summary: 'Reset a password',
    limitsAttempts: true,
    hashesPassword: true,
    description: 'All sessions of the account end; sign in with the new password.',
    body: Type.Object({ password: newPasswordSchema }, { additionalProperties: false }),
    status: 204,
    async handle({ params: { token }, body, req }, dependencies) {
      const { pool, attempts, passwords, passwordHashes, trustedProxies, now } = dependencies;
      const address = clientAddress(req, trustedProxies);
      const succeed = await attempts.resetPassword(address);
      await requireReset(pool, token, now());
      const from = { address, link: hashSecret(token).hash };
      const { email, passwordHash } = await passwords.run(from, async () => {
        // No hash is computed for a token that was used or has ended while the request waited.
        const reset = await requireReset(pool, token, now());
        return { email: reset.email, passwordHash: await passwordHashes.hash(body.password) };
      });
      const context = changeContext(dependencies, { kind: 'session', email });
      await runChange(context, async (transaction) => {
        const reset = await takePasswordReset(transaction, hashSecret(token).hash);
        const [before] = await readAccounts(transaction, [email]);
        if (reset === undefined || reset.accountId !== before?.id) throw settingsErrors.unknownPasswordReset;
        const organisations = await organisationsOf(transaction.client, before.id);
        await changeAccounts(transaction, organisations, [{ before, after: { ...before, passwordHash } }]);
      });
      await succeed();
      return { body: undefined };
    },
  }),
];
