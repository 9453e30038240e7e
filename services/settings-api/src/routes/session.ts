import { roles } from '@bunting/changes';
import type { Role } from '@bunting/changes';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { clientAddress } from '../authentication/client-address.ts';
import type { AccountHolder, Caller } from '../caller.ts';
import { settingsErrors } from '../errors.ts';
import { route } from '../route.ts';
import { wordsOf } from '../words-of.ts';

export const whoAmISchema = Type.Object({
  account: Type.Union([Type.Object({ email: Type.String(), name: Type.String() }), Type.Null()], {
    description: 'null = an organisation token',
  }),
  organisations: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), role: wordsOf(roles) })),
});

interface Place {
  slug: string;
  name: string;
  role: Role;
}

export async function whoAmI(pool: Pool, caller: Caller | AccountHolder) {
  if (caller.kind === 'api_token') {
    const { rows } = await pool.query<Place>(
      `SELECT slug, name, 'admin' AS role FROM organisation WHERE id = $1`,
      [caller.organisationId],
    );
    return { account: null, organisations: rows };
  }
  const { rows } = await pool.query<Place>(
    `SELECT organisation.slug, organisation.name, member.role
     FROM member JOIN organisation ON organisation.id = member.organisation_id
     WHERE member.account_id = $1 ORDER BY organisation.slug`,
    [caller.accountId],
  );
  return { account: { email: caller.email, name: caller.name }, organisations: rows };
}

export const sessionRoutes = [
  route({
    method: 'POST',
    path: '/session',
    action: 'anyone',
    summary: 'Sign in',
    limitsAttempts: true,
    hashesPassword: true,
    body: Type.Object(
      { email: Type.String({ maxLength: 320 }), password: Type.String({ maxLength: 256 }) },
      { additionalProperties: false },
    ),
    status: 200,
    answer: whoAmISchema,
    async handle({ body, req }, { sessions, attempts, passwords, pool, trustedProxies }) {
      const address = clientAddress(req, trustedProxies);
      const browser = await sessions.knownBrowser(req, body.email);
      const succeed = await attempts.signIn({ address, email: body.email, browser });
      const opened = await passwords.run({ address }, () => sessions.signIn(req, body));
      if (opened === undefined) throw settingsErrors.wrongCredentials;
      await succeed();
      return { body: await whoAmI(pool, opened.account), headers: { 'Set-Cookie': opened.cookies } };
    },
  }),

  route({
    method: 'GET',
    path: '/session',
    action: 'caller',
    summary: 'Tell who the caller is, and where a member of what role',
    status: 200,
    answer: whoAmISchema,
    handle: async ({ caller }, { pool }) => ({ body: await whoAmI(pool, caller) }),
  }),

  route({
    method: 'DELETE',
    path: '/session',
    action: 'anyone',
    summary: 'Sign out',
    status: 204,
    handle: async ({ req }, { sessions }) => ({
      body: undefined,
      headers: { 'Set-Cookie': await sessions.close(req) },
    }),
  }),
];
