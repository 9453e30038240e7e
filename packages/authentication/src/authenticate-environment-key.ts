import type { IncomingMessage, ServerResponse } from 'node:http';
import { DatafileTooLarge, DatafileUnavailable } from '@bunting/datafile';
import type { KeyKind } from '@bunting/definitions';
import { errors } from '@bunting/service';
import { allowOrigin } from './allow-origin.ts';

/** The kinds that may do what keys could do before there were kinds. */
export const secretKinds: readonly KeyKind[] = ['server', 'datafile'];

/** The part of a stored key that authentication needs. */
interface StoredKey {
  readonly kind: KeyKind;
  readonly environment: { readonly access: { readonly allowedOrigins: readonly string[] } };
}

/**
 * Returns the request's API key with its kind and environment, without a promise when the key is cached, which it nearly always is.
 * `X-API-Key` accepts keys of all kinds; the query parameter `key` accepts only client keys, so that no secret is in a URL. With a client key,
 * `res` gets the CORS headers whatever the answer is.
 *
 * Throws or rejects with errors.invalidApiKey, with errors.keyKindInsufficient when the route does not accept keys of that kind, or with
 * errors.unavailable when the key cannot be looked up: a client must not take that for a wrong key.
 */
export function authenticate<Key extends StoredKey>(
  environments: { find(apiKey: string): Key | undefined | Promise<Key | undefined> },
  req: IncomingMessage,
  res: ServerResponse,
  accepted: readonly KeyKind[],
): Key | Promise<Key> {
  const key = sentKey(req);
  if (typeof key !== 'string') throw errors.invalidApiKey;
  const found = environments.find(key);
  return found instanceof Promise
    ? found.then((each) => requireKey(each, req, res, accepted), rethrow)
    : requireKey(found, req, res, accepted);
}

function requireKey<Key extends StoredKey>(
  key: Key | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  accepted: readonly KeyKind[],
): Key {
  if (key === undefined) throw errors.invalidApiKey;
  if (key.kind === 'client') allowOrigin(req, res, key.environment.access.allowedOrigins);
  else if (req.headers['x-api-key'] === undefined) throw errors.invalidApiKey;
  if (!accepted.includes(key.kind)) throw errors.keyKindInsufficient;
  return key;
}

/**
 * Returns the key of a request that was authenticated before. Rejects with errors.invalidApiKey if the key was revoked since, or with
 * 503.
 */
export async function findAgain<Key extends StoredKey>(
  environments: { find(apiKey: string): Key | undefined | Promise<Key | undefined> },
  req: IncomingMessage,
): Promise<Key> {
  try {
    const key = await environments.find(String(sentKey(req)));
    if (key === undefined) throw errors.invalidApiKey;
    return key;
  } catch (error) {
    return rethrow(error);
  }
}

/** Returns the key that a request is sent with, without checking it. */
export function sentKey(req: IncomingMessage): string | string[] | undefined {
  return req.headers['x-api-key'] ?? keyInQuery(req.url!);
}

/** The name is not decoded: proxies that mask keys in their logs look for exactly this text. */
const keyParameter = /[?&]key=([0-9A-Fa-f-]{36})(?:&|$)/;

function keyInQuery(url: string): string | undefined {
  return url.includes('?') ? keyParameter.exec(url)?.[1] : undefined;
}

function rethrow(error: unknown): never {
  if (error instanceof DatafileTooLarge) throw errors.environmentTooLarge;
  throw error instanceof DatafileUnavailable ? errors.unavailable : error;
}
