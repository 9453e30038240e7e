import type { IncomingMessage } from 'node:http';
import { errors } from '@bunting/service';
import type { DatafileStore } from '@bunting/datafile';
import { DatafileUnavailable } from '@bunting/datafile';
import type { CachedEnvironment } from '@bunting/datafile';

/**
 * The environment that the request's key stands for; at once when it is held in memory, which is nearly always.
 * Throws or rejects with errors.invalidApiKey, or with
 * errors.unavailable when nobody can be asked whose key it is: a client must not take that for a wrong key.
 */
export function authenticate(
  environments: DatafileStore,
  req: IncomingMessage,
): CachedEnvironment | Promise<CachedEnvironment> {
  const key = req.headers['x-api-key'];
  if (typeof key !== 'string') throw errors.invalidApiKey;
  const found = environments.find(key);
  return found instanceof Promise ? found.then(known, explain) : known(found);
}

function known(environment: CachedEnvironment | undefined): CachedEnvironment {
  if (environment === undefined) throw errors.invalidApiKey;
  return environment;
}

function explain(error: unknown): never {
  throw error instanceof DatafileUnavailable ? errors.unavailable : error;
}
