import {
  changeAccounts,
  hashPassword,
  organisationsOf,
  readAccounts,
  verifyPassword,
} from '@bunting/changes';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { clientAddress } from '../authentication/client-address.ts';
import { newPasswordSchema } from '../authentication/password-rules.ts';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { readPageRows } from '../read-page-rows.ts';
import { route } from '../route.ts';
import { timeSchema } from '../times.ts';
import { isUuid } from '../uuid.ts';

const sessionSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  created_at: timeSchema,
  expires_at: timeSchema,
  ip_address: Type.Union([Type.String(), Type.Null()], { description: 'where it was opened from' }),
  user_agent: Type.Union([Type.String(), Type.Null()], {
    description: 'what the browser called itself then',
  }),
  is_current: Type.Boolean({ description: 'the session of this request' }),
});

interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

/** Null = the account has no password. */
async function passwordHashOf(pool: Pool, accountId: string): Promise<string | null> {
  const { rows } = await pool.query<{ password_hash: string | null }>(
    `SELECT password_hash FROM identity WHERE account_id = $1 AND provider_id = 'credential'`,
    [accountId],
  );
  return rows[0]?.password_hash ?? null;
}

export const accountRoutes = [
  route({
    method: 'POST',
    path: '/account/password',
    action: 'signed-in',
    summary: 'Change your own password',
    limitsAttempts: true,
    hashesPassword: true,
    description:
      'With the present one. All sessions of the account end; the answer opens a new one for this browser. Recorded in the audit logs of all your organisations.',
    body: Type.Object(
      { current_password: Type.String({ maxLength: 256 }), new_password: newPasswordSchema },
      { additionalProperties: false },
    ),
    status: 204,
    async handle({ caller, body, req }, dependencies) {
      const { pool, sessions, attempts, passwords, trustedProxies } = dependencies;
      const succeed = await attempts.changePassword(caller.accountId);
      const present = await passwordHashOf(pool, caller.accountId);
      if (present === null) throw settingsErrors.noPassword;
      const address = clientAddress(req, trustedProxies);
      const passwordHash = await passwords.run({ address }, async () => {
        if (!(await verifyPassword(body.current_password, present))) throw settingsErrors.wrongPassword;
        return hashPassword(body.new_password);
      });
      await changeAs(dependencies, caller, async (transaction) => {
        const [before] = await readAccounts(transaction, [caller.email]);
        // What was looked at is not the password any more.
        if (before === undefined || before.passwordHash !== present) throw settingsErrors.wrongPassword;
        const organisations = await organisationsOf(transaction.client, before.id);
        await changeAccounts(transaction, organisations, [{ before, after: { ...before, passwordHash } }]);
      });
      await succeed();
      const opened = await sessions.open(req, caller.accountId);
      if (opened === undefined) throw settingsErrors.notSignedIn;
      return { body: undefined, headers: { 'Set-Cookie': opened.cookies } };
    },
  }),

  route({
    method: 'GET',
    path: '/account/sessions',
    action: 'signed-in',
    summary: 'List your own sessions, the oldest first',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(sessionSchema),
    async handle({ caller, query }, { pool }) {
      const { rows, isCut } = await readPageRows<SessionRow>(
        pool,
        `SELECT id, created_at, expires_at, nullif(ip_address, '') AS ip_address, nullif(user_agent, '') AS user_agent
         FROM session
         WHERE account_id = $1 AND expires_at > now() AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
        [caller.accountId, readCursor(query.cursor, isUuid) ?? null, query.limit + 1],
      );
      const toItem = ({ created_at, expires_at, ...row }: SessionRow) => ({
        ...row,
        created_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
        is_current: row.id === caller.sessionId,
      });
      return { body: toPage(rows, query.limit, ({ id }) => id, toItem, { isCut }) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/account/sessions',
    action: 'signed-in',
    summary: 'Sign out everywhere',
    description: 'Ends all your sessions, this one too.',
    status: 204,
    async handle({ caller, req }, { pool, sessions }) {
      await pool.query('DELETE FROM session WHERE account_id = $1', [caller.accountId]);
      return { body: undefined, headers: { 'Set-Cookie': await sessions.close(req) } };
    },
  }),

  route({
    method: 'DELETE',
    path: '/account/sessions/{id}',
    action: 'signed-in',
    summary: 'End one of your own sessions',
    status: 204,
    async handle({ caller, params: { id } }, { pool }) {
      const { rowCount } = isUuid(id)
        ? await pool.query('DELETE FROM session WHERE account_id = $1 AND id = $2', [caller.accountId, id])
        : { rowCount: 0 };
      if (rowCount === 0) throw settingsErrors.unknown('session', id);
      return { body: undefined };
    },
  }),
];
