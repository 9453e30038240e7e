import type { IncomingMessage } from 'node:http';
import { DatafileUnavailable, type DatafileStore, type FoundKey } from '@bunting/datafile';
import type { KeyKind } from '@bunting/definitions';
import { errors } from '@bunting/service';

/** The kinds that may do what keys could do before there were kinds. */
export const secretKinds: readonly KeyKind[] = ['server', 'datafile'];

/**
 * The request's API key with its kind and its environment: at once when that is cached, which is nearly always.
 * Throws or rejects with errors.invalidApiKey, with errors.keyKindInsufficient when the route does not take keys of that kind, or with
 * errors.unavailable when nobody can be asked whose key it is: a client must not take that for a wrong key.
 */
export function authenticate(
  environments: DatafileStore,
  req: IncomingMessage,
  accepted: readonly KeyKind[],
): FoundKey | Promise<FoundKey> {
  const key = req.headers['x-api-key'];
  if (typeof key !== 'string') throw errors.invalidApiKey;
  const found = environments.find(key);
  return found instanceof Promise
    ? found.then((each) => requireKey(each, accepted), rethrow)
    : requireKey(found, accepted);
}

function requireKey(key: FoundKey | undefined, accepted: readonly KeyKind[]): FoundKey {
  if (key === undefined) throw errors.invalidApiKey;
  if (!accepted.includes(key.kind)) throw errors.keyKindInsufficient;
  return key;
}

function rethrow(error: unknown): never {
  throw error instanceof DatafileUnavailable ? errors.unavailable : error;
}
