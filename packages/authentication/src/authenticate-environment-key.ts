import type { IncomingMessage } from 'node:http';
import { DatafileUnavailable, type CachedEnvironment, type DatafileStore } from '@bunting/datafile';
import { errors } from '@bunting/service';

/**
 * The environment of the request's API key: at once when it is cached, which is nearly always.
 * Throws or rejects with errors.invalidApiKey, or with errors.unavailable when nobody can be asked whose key it is: a client
 * must not take that for a wrong key.
 */
export function authenticate(
  environments: DatafileStore,
  req: IncomingMessage,
): CachedEnvironment | Promise<CachedEnvironment> {
  const key = req.headers['x-api-key'];
  if (typeof key !== 'string') throw errors.invalidApiKey;
  const found = environments.find(key);
  return found instanceof Promise ? found.then(requireEnvironment, rethrow) : requireEnvironment(found);
}

function requireEnvironment(environment: CachedEnvironment | undefined): CachedEnvironment {
  if (environment === undefined) throw errors.invalidApiKey;
  return environment;
}

function rethrow(error: unknown): never {
  throw error instanceof DatafileUnavailable ? errors.unavailable : error;
}
