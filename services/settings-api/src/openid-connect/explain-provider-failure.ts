import type { Logger } from '@bunting/observability';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { settingsErrors } from '../framework/errors.ts';

/** Turns a failure of the provider into an answer. The details go to the log, never to the browser. */
export function explainProviderFailure(error: unknown, log: Logger): unknown {
  if (error instanceof AuthorizationResponseError) {
    return settingsErrors.providerRefused(`The provider refused the sign-in (${error.error}).`);
  }
  if (isAway(error)) {
    log.warn({ reason: reasonOf(error) }, "The OpenID Connect provider can't be reached.");
    return settingsErrors.providerAway;
  }
  if (error instanceof ResponseBodyError || error instanceof ClientError) {
    log.warn({ reason: reasonOf(error) }, 'A sign-in at the OpenID Connect provider was refused.');
    return settingsErrors.providerRefused("The provider's response doesn't match this sign-in. Start over.");
  }
  return error;
}

/** Returns whether the provider cannot be reached. `fetch` throws its own error, which the library may wrap. */
function isAway(error: unknown): boolean {
  const { code, message, cause } = error as {
    code?: unknown;
    message?: unknown;
    cause?: { message?: unknown };
  };
  return (
    code === 'OAUTH_TIMEOUT' ||
    // An error page instead of metadata, keys or tokens.
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    message === 'fetch failed' ||
    cause?.message === 'fetch failed'
  );
}

/** Returns only the messages of the error, because its other members may contain a token. */
function reasonOf(error: unknown): string {
  const { message, error: code, cause } = error as Error & { error?: unknown };
  const inner = cause instanceof Object && 'message' in cause ? cause.message : undefined;
  return [message, code, inner].filter((word) => typeof word === 'string').join(': ');
}
