import type { IncomingMessage } from 'node:http';
import { errors, HttpError } from '@bunting/service';
import { Type } from '@bunting/definitions/type';
import type { StoredAttempt } from './attempt-cookie.ts';
import { findOrCreateAccount } from './find-or-create-account.ts';
import { explainProviderFailure } from './explain-provider-failure.ts';
import type { OidcSignIn } from './oidc-sign-in.ts';
import type { OidcDependencies } from './dependencies.ts';
import { settingsErrors } from '../framework/errors.ts';
import { parseBasePath } from '../framework/http/base-path.ts';
import { querySchema } from '../framework/http/query.ts';
import { ownRoute } from '../framework/route.ts';
import type { OpenedSession } from '../sessions/sessions.ts';

const path = '/session/oidc';

/** Throws 404 where no provider is configured. */
function signInOf({ oidcSignIn }: Pick<OidcDependencies, 'oidcSignIn'>): OidcSignIn {
  if (oidcSignIn === undefined) throw errors.notFound;
  return oidcSignIn;
}

export const oidcRoutes = [
  ownRoute({
    method: 'GET',
    path,
    action: 'anyone',
    summary: 'Sign in with the OpenID Connect provider',
    description:
      'Redirects a browser to the provider. 404 if none is configured. On errors, a browser is redirected to `/sign-in?problem=<code>` in the console; clients that do not accept HTML get the error.',
    query: querySchema({
      return_to: Type.Optional(
        Type.String({
          pattern: '^/([!-.0-[\\]-~][!-[\\]-~]*)?$',
          maxLength: 1000,
          description:
            'a path below that of PUBLIC_URL, to redirect to afterwards; by default `GET /session`',
        }),
      ),
    }),
    status: 303,
    async handle({ query, req }, dependencies: OidcDependencies) {
      const { provider, attempts } = signInOf(dependencies);
      const { publicUrl, log } = dependencies;
      const returnTo = query.return_to ?? `${parseBasePath(publicUrl)}/settings/v1/session`;
      try {
        const { url, attempt } = await provider.begin();
        const cookie = await attempts.store({ ...attempt, returnTo });
        return { body: undefined, headers: { Location: url, 'Set-Cookie': cookie } };
      } catch (error) {
        return sendBack(req, explainProviderFailure(error, log), { publicUrl, returnTo: query.return_to });
      }
    },
  }),

  ownRoute({
    method: 'GET',
    path: `${path}/callback`,
    action: 'anyone',
    summary: 'Handle the redirect from the OpenID Connect provider',
    description:
      'Register this redirect URI with the provider. On errors, a browser is redirected to the console, as above.',
    // The library checks the parameters, which are the provider's.
    query: Type.Object({}),
    status: 303,
    async handle({ req }, dependencies: OidcDependencies) {
      const { attempts } = signInOf(dependencies);
      const stored = await attempts.read(req);
      try {
        const opened = await finish(req, stored, dependencies);
        const cookies = [...opened.cookies, attempts.removal];
        return { body: undefined, headers: { Location: stored!.returnTo, 'Set-Cookie': cookies } };
      } catch (error) {
        const { publicUrl } = dependencies;
        return sendBack(req, error, { publicUrl, returnTo: stored?.returnTo });
      }
    },
  }),
];

/** Opens a session for whom the provider names. Throws what went wrong. */
async function finish(
  req: IncomingMessage,
  stored: StoredAttempt | undefined,
  dependencies: OidcDependencies,
): Promise<OpenedSession> {
  const { pool, sessions, signUp, log } = dependencies;
  if (stored === undefined) throw settingsErrors.unknownAttempt;
  const { provider } = signInOf(dependencies);
  const person = await provider.finish(queryOf(req.url ?? ''), stored).catch((error: unknown) => {
    throw explainProviderFailure(error, log);
  });
  const accountId = await findOrCreateAccount(pool, person, signUp);
  const opened = await sessions.open(req, accountId);
  if (opened === undefined) throw settingsErrors.unknownAttempt;
  return opened;
}

/**
 * Sends a browser to the page where people sign in, with the code of what went wrong: a person who comes back from a provider has no use for
 * JSON. Throws the error for everybody else, and what has no code, which is our own fault.
 */
function sendBack(
  req: IncomingMessage,
  error: unknown,
  { publicUrl, returnTo }: { publicUrl: string | undefined; returnTo: string | undefined },
): { body: undefined; headers: { Location: string } } {
  const code = error instanceof HttpError ? error.code : undefined;
  if (code === undefined || !(req.headers.accept ?? '').includes('text/html')) throw error;
  const base = parseBasePath(publicUrl);
  const query = new URLSearchParams({ problem: code });
  // The console's own addresses are without the path of PUBLIC_URL.
  if (returnTo?.startsWith(`${base}/`) === true) query.set('return_to', returnTo.slice(base.length));
  return { body: undefined, headers: { Location: `${base}/sign-in?${query.toString()}` } };
}

function queryOf(url: string): string {
  const question = url.indexOf('?');
  return question === -1 ? '' : url.slice(question);
}
