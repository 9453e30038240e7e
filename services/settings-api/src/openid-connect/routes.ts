import { errors } from '@bunting/service';
import { Type } from '@bunting/definitions/type';
import { findOrCreateAccount } from './find-or-create-account.ts';
import { explainProviderFailure } from './explain-provider-failure.ts';
import type { OidcSignIn } from './oidc-sign-in.ts';
import type { Dependencies } from '../dependencies.ts';
import { settingsErrors } from '../framework/errors.ts';
import { querySchema } from '../framework/http/query.ts';
import { route } from '../framework/route.ts';

const path = '/session/oidc';

/** Throws 404 where no provider is configured. */
function signInOf({ oidcSignIn }: Dependencies): OidcSignIn {
  if (oidcSignIn === undefined) throw errors.notFound;
  return oidcSignIn;
}

export const oidcRoutes = [
  route({
    method: 'GET',
    path,
    action: 'anyone',
    summary: 'Sign in at the OpenID Connect provider',
    description: 'For browsers: sends them to the provider. 404 where none is configured.',
    query: querySchema({
      return_to: Type.Optional(
        Type.String({
          pattern: '^/([!-.0-[\\]-~][!-[\\]-~]*)?$',
          maxLength: 1000,
          description: 'a path of this installation to redirect to afterwards; by default `GET /session`',
        }),
      ),
    }),
    status: 303,
    async handle({ query }, dependencies) {
      const { provider, attempts } = signInOf(dependencies);
      const { url, attempt } = await provider.begin().catch((error: unknown) => {
        throw explainProviderFailure(error, dependencies.log);
      });
      const returnTo = query.return_to ?? '/settings/v1/session';
      const cookie = await attempts.store({ ...attempt, returnTo });
      return { body: undefined, headers: { Location: url, 'Set-Cookie': cookie } };
    },
  }),

  route({
    method: 'GET',
    path: `${path}/callback`,
    action: 'anyone',
    summary: 'Come back from the OpenID Connect provider',
    description: 'The redirect URI to register at the provider.',
    // The library checks the parameters, which are the provider's.
    query: Type.Object({}),
    status: 303,
    async handle({ req }, dependencies) {
      const { provider, attempts } = signInOf(dependencies);
      const { pool, sessions, signUp, log } = dependencies;
      const stored = await attempts.read(req);
      if (stored === undefined) throw settingsErrors.unknownAttempt;
      const person = await provider.finish(queryOf(req.url ?? ''), stored).catch((error: unknown) => {
        throw explainProviderFailure(error, log);
      });
      const accountId = await findOrCreateAccount(pool, person, signUp);
      const opened = await sessions.open(req, accountId);
      if (opened === undefined) throw settingsErrors.unknownAttempt;
      const cookies = [...opened.cookies, attempts.removal];
      return { body: undefined, headers: { Location: stored.returnTo, 'Set-Cookie': cookies } };
    },
  }),
];

function queryOf(url: string): string {
  const question = url.indexOf('?');
  return question === -1 ? '' : url.slice(question);
}
