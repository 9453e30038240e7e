import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { clientAddress } from '@bunting/service/client-address';
import { route } from '../framework/route.ts';
import { whoAmI, whoAmISchema } from './who-am-i.ts';

export const sessionRoutes = [
  route({
    method: 'POST',
    path: '/session',
    action: 'anyone',
    summary: 'Sign in',
    recordsNothing: true,
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
    recordsNothing: true,
    status: 204,
    handle: async ({ req }, { sessions }) => ({
      body: undefined,
      headers: { 'Set-Cookie': await sessions.close(req) },
    }),
  }),
];
