import {
  changeAccounts,
  emailSchema,
  findPasswordReset,
  generateInvitationToken,
  hashPassword,
  hashSecret,
  openPasswordReset,
  organisationsOf,
  readAccounts,
  storedEmail,
  takePasswordReset,
} from '@bunting/changes';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { clientAddress } from '../authentication/client-address.ts';
import { newPasswordSchema } from '../authentication/password-rules.ts';
import { changeAs, staff } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { passwordResetUrl } from '../public-address.ts';
import { route } from '../route.ts';
import { timeSchema } from '../times.ts';

const path = '/password-resets/{token}';
const lifetimeMs = 60 * 60 * 1000;

/** Throws 404 for a token that is unknown, used, replaced or past its time: which it is nobody learns. */
async function requireReset(pool: Pool, token: string, now: number) {
  const reset = await findPasswordReset(pool, hashSecret(token).hash, new Date(now));
  const { rows } = await pool.query<{ email: string }>('SELECT email FROM account WHERE id = $1', [
    reset?.accountId,
  ]);
  if (reset === undefined || rows[0] === undefined) throw settingsErrors.unknownPasswordReset;
  return { email: rows[0].email, expiresAt: reset.expiresAt };
}

export const passwordResetRoutes = [
  route({
    method: 'POST',
    path: '/staff/password-resets',
    action: 'staff',
    summary: 'Open a password reset',
    description:
      'For somebody who has lost theirs. The link is shown once; hand it to the person by a way that proves who they are. It is good for an hour and once; a later one replaces it.',
    body: Type.Object({ email: emailSchema }, { additionalProperties: false }),
    status: 201,
    answer: Type.Object({
      email: Type.String(),
      token: Type.String(),
      url: Type.String(),
      expires_at: timeSchema,
    }),
    async handle({ body, req }, dependencies) {
      const email = storedEmail(body.email);
      const token = generateInvitationToken();
      const expiresAt = new Date(dependencies.now() + lifetimeMs);
      const { result } = await changeAs(dependencies, staff, async (transaction) => {
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
      const { pool, attempts, passwords, trustedProxies, now } = dependencies;
      const address = clientAddress(req, trustedProxies);
      const succeed = await attempts.resetPassword(address);
      await requireReset(pool, token, now());
      const from = { address, link: hashSecret(token).hash };
      const { email, passwordHash } = await passwords.run(from, async () => {
        // Hashing has a price: nobody pays it for a token that is none, or was used while one waited.
        const reset = await requireReset(pool, token, now());
        return { email: reset.email, passwordHash: await hashPassword(body.password) };
      });
      await changeAs(dependencies, { kind: 'session', email }, async (transaction) => {
        const taken = await takePasswordReset(transaction, hashSecret(token).hash);
        const [account] = await readAccounts(transaction, [email]);
        if (taken === undefined || taken.accountId !== account?.id) throw settingsErrors.unknownPasswordReset;
        const organisations = await organisationsOf(transaction.client, account.id);
        await changeAccounts(transaction, organisations, [
          { before: account, after: { ...account, passwordHash } },
        ]);
      });
      await succeed();
      return { body: undefined };
    },
  }),
];
