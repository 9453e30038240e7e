import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticate, findAgain, sentKey } from '@bunting/authentication';
import type { EnvironmentState, FoundKey } from '@bunting/datafile';
import { keyKinds, type KeyKind } from '@bunting/definitions';
import type { Limits } from '@bunting/governance';
import { errors } from '@bunting/service';
import { clientAddress, toNetwork, type TrustedProxies } from '@bunting/service/client-address';
import { createAddressLimit } from './address-limit.ts';

/** A valid key with its environment, whatever the process keeps of that. */
export interface EnvironmentKey {
  readonly environment: EnvironmentState;
  readonly kind: KeyKind;
  readonly keyHash: string;
}

/** The sender of a request: the key with its kind and its environment. */
export type Caller<Key extends EnvironmentKey = FoundKey> = Key & {
  /** The address of the request; only for client keys. */
  readonly address?: string;
  /** As it was sent; of client keys alone, which are no secret. */
  readonly clientKey?: string;
};

/** Finds out who sends a request, before its body is read (decisions §8.2). */
export interface Callers<Key extends EnvironmentKey = FoundKey> {
  /**
   * Throws or rejects with 401, with 403 when the route does not take keys of that kind (all of them unless `accepted` is given), and with 429
   * when too many requests with client keys come from the address. `res` gets the headers that let a page read the answer.
   */
  identify(
    req: IncomingMessage,
    res: ServerResponse,
    accepted?: readonly KeyKind[],
  ): Caller<Key> | Promise<Caller<Key>>;
  /**
   * Finds the environment of a caller again, because it was evicted from memory while the request waited. Rejects with 401 when the key was
   * revoked meanwhile, and with 503.
   */
  again(caller: Caller<Key>, req: IncomingMessage): Promise<Caller<Key>>;
  /** Takes further tokens from the rate of the address that a request with a client key comes from. */
  charge(caller: Caller<EnvironmentKey>, tokens: number): void;
}

/** At 600 requests a minute each, a hundred times what a process answers. */
const maxAddresses = 100_000;
/** The largest body of a request with a client key: evaluations and events of one user. */
const maxClientBodyBytes = 64 * 1024;

/** Creates the callers of one process, which counts the requests of addresses in memory. */
export function createCallers<Key extends EnvironmentKey>(options: {
  environments: { find(apiKey: string): Key | undefined | Promise<Key | undefined> };
  limits: Pick<Limits, 'clientAddressRatePerMinute'>;
  trustedProxies: TrustedProxies;
  /** Milliseconds since 1970. */
  now: () => number;
  onRateLimited: () => void;
}): Callers<Key> {
  const { environments, limits, trustedProxies, now, onRateLimited } = options;
  const addresses = createAddressLimit({ perMinute: limits.clientAddressRatePerMinute, maxAddresses, now });

  function callerOf(req: IncomingMessage, key: Key): Caller<Key> {
    if (key.kind !== 'client') return key;
    const address = clientAddress(req, trustedProxies);
    const waitMs = addresses.take(toNetwork(address));
    if (waitMs > 0) {
      onRateLimited();
      throw errors.addressRateLimitExceeded(Math.max(1, Math.ceil(waitMs / 1000)));
    }
    return { ...key, address, clientKey: String(sentKey(req)) };
  }

  return {
    charge({ address }, tokens) {
      if (address !== undefined) addresses.charge(toNetwork(address), tokens);
    },
    identify(req, res, accepted = keyKinds) {
      const key = authenticate(environments, req, res, accepted);
      return key instanceof Promise ? key.then((found) => callerOf(req, found)) : callerOf(req, key);
    },
    async again({ kind, address, clientKey }, req) {
      const key = await findAgain(environments, req);
      if (key.kind !== kind) throw errors.invalidApiKey;
      return address === undefined ? key : { ...key, address, clientKey: clientKey! };
    },
  };
}

/** Returns the largest body that the caller may send, where a route reads `maxBytes` from others. */
export function getBodyLimit({ kind }: Caller<EnvironmentKey>, maxBytes: number): number {
  return kind === 'client' ? Math.min(maxBytes, maxClientBodyBytes) : maxBytes;
}

/**
 * Returns the `user` of a request, and adds the address where a client key sends none: a page does not know its own address.
 */
export function withAddress(
  user: { readonly ip?: unknown } | null | undefined,
  { address }: Caller<EnvironmentKey>,
): object | null | undefined {
  return address === undefined || typeof user?.ip === 'string' ? user : { ...user, ip: address };
}
