import { isIPv6, type LookupFunction } from 'node:net';
import { Pool } from 'undici';
import type { AllowedTarget } from './check-target.ts';

interface ConnectionsOptions {
  readonly timeoutMs: number;
  /** Certificate authorities to trust instead of the default ones. */
  readonly ca?: string | undefined;
}

export interface Connections {
  /** A pool of connections to exactly the checked addresses. Call `done` when the answer has been read. */
  to(target: AllowedTarget): { readonly pool: Pool; readonly done: () => void };
  close(): Promise<void>;
}

interface CachedPool {
  readonly pool: Pool;
  users: number;
  usedAt: number;
}

const maxIdleMs = 10_000;
const maxPools = 2_000;

/**
 * Caches pools of connections by origin and checked addresses: a connection is reused only for a send whose own look-up found
 * the same addresses. An idle connection is closed after a second, because a receiver with a short keep-alive time-out could
 * close it while a request is being sent.
 */
export function createConnections({ timeoutMs, ca }: ConnectionsOptions): Connections {
  /** In the order of last use, the least recently used first. */
  const pools = new Map<string, CachedPool>();

  function open({ url, addresses }: AllowedTarget): CachedPool {
    const pool = new Pool(url.origin, {
      connections: null,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: 1_000,
      keepAliveMaxTimeout: 1_000,
      headersTimeout: 0, // the sender's own deadline covers everything
      bodyTimeout: 0,
      connect: {
        timeout: timeoutMs,
        lookup: lookupOf(addresses),
        autoSelectFamily: true,
        rejectUnauthorized: true, // explicit, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect
        ...(ca !== undefined && { ca }),
      },
    });
    return { pool, users: 0, usedAt: 0 };
  }

  function drop(isOld: (each: CachedPool) => boolean): void {
    for (const [key, each] of pools) {
      if (each.users > 0) continue;
      if (!isOld(each)) return;
      pools.delete(key);
      void each.pool.close();
    }
  }

  const timer = setInterval(() => drop(({ usedAt }) => usedAt < Date.now() - maxIdleMs), maxIdleMs).unref();

  return {
    to(target) {
      const key = `${target.url.origin} ${target.addresses.toSorted().join(' ')}`;
      const found = pools.get(key) ?? open(target);
      pools.delete(key);
      pools.set(key, found);
      found.users += 1;
      found.usedAt = Date.now();
      if (pools.size > maxPools) drop(() => pools.size > maxPools);
      return { pool: found.pool, done: () => void (found.users -= 1) };
    },
    async close() {
      clearInterval(timer);
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
      pools.clear();
    },
  };
}

/** Returns the checked addresses without another look-up. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}
