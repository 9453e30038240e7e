import { emailSchema, nameSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { clientAddress } from '@bunting/service/client-address';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { endAllSessions, endSession } from '../accounts/queries.ts';
import { whoAmI, whoAmISchema } from '../accounts/who-am-i.ts';
import { settingsErrors } from '../framework/errors.ts';
import { ownRoute } from '../framework/route.ts';
import { newPasswordSchema } from '../sessions/password-rules.ts';

/** The routes that open and end sessions: no change of an organisation, and so without audit records and dry runs. */
export const signInRoutes = [
  ownRoute({
    method: 'POST',
    path: '/session',
    action: 'anyone',
    summary: 'Sign in',
    limitsAttempts: true,
    body: Type.Object(
      { email: Type.String({ maxLength: 320 }), password: Type.String({ maxLength: 256 }) },
      { additionalProperties: false },
    ),
    answer: whoAmISchema,
    async handle(
      { body, req },
      { sessions, attempts, passwords, pool, trustedProxies }: AccountDependencies,
    ) {
      const address = clientAddress(req, trustedProxies);
      const browser = await sessions.knownBrowser(req, body.email);
      const succeed = await attempts.signIn({ address, email: body.email, browser });
      const opened = await passwords.run({ address }, () => sessions.signIn(req, body));
      if (opened === undefined) throw settingsErrors.wrongCredentials;
      await succeed();
      return { body: await whoAmI(pool, opened.account), headers: { 'Set-Cookie': opened.cookies } };
    },
  }),

  ownRoute({
    method: 'DELETE',
    path: '/session',
    action: 'anyone',
    summary: 'Sign out',
    handle: async ({ req }, { sessions }: AccountDependencies) => ({
      body: undefined,
      headers: { 'Set-Cookie': await sessions.close(req) },
    }),
  }),

  ownRoute({
    method: 'POST',
    path: '/accounts',
    action: 'anyone',
    summary: 'Sign up',
    limitsAttempts: true,
    description: 'Requires SIGN_UP=open; otherwise accounts are created by invitation, or not at all.',
    body: Type.Object(
      { email: emailSchema, name: nameSchema, password: newPasswordSchema },
      { additionalProperties: false },
    ),
    status: 201,
    answer: whoAmISchema,
    async handle(
      { body, req },
      { sessions, attempts, passwords, signUp, pool, trustedProxies }: AccountDependencies,
    ) {
      if (signUp !== 'open') throw settingsErrors.signUpClosed(signUp);
      const address = clientAddress(req, trustedProxies);
      await attempts.signUp(address);
      const opened = await passwords.run({ address }, () => sessions.signUp(req, body));
      // This reveals that the address has an account. The service sends no e-mail, so it could not tell the owner in another way, and
      // attempts are limited.
      if (opened === undefined) throw settingsErrors.taken('account', body.email);
      return { body: await whoAmI(pool, opened.account), headers: { 'Set-Cookie': opened.cookies } };
    },
  }),

  ownRoute({
    method: 'DELETE',
    path: '/account/sessions',
    action: 'signed-in',
    summary: 'Sign out everywhere',
    description: 'Ends all your sessions, including this one.',
    async handle({ caller, req }, { pool, sessions }: AccountDependencies) {
      await endAllSessions(pool, caller.accountId);
      return { body: undefined, headers: { 'Set-Cookie': await sessions.close(req) } };
    },
  }),

  ownRoute({
    method: 'DELETE',
    path: '/account/sessions/{id}',
    action: 'signed-in',
    summary: 'End one of your sessions',
    async handle({ caller, params: { id } }, { pool }) {
      if (!(await endSession(pool, caller.accountId, id))) throw settingsErrors.unknown('session', id);
      return { body: undefined };
    },
  }),
];
