import { isIPv6, type LookupFunction } from 'node:net';
import { Pool } from 'undici';
import type { AllowedTarget } from './check-target.ts';

interface ConnectionsOptions {
  readonly timeoutMs: number;
  /** Authorities to trust instead of the usual ones. */
  readonly ca?: string | undefined;
}

export interface Connections {
  /** Connections to exactly the addresses that were checked. Call `done` when the answer has been read. */
  to(target: AllowedTarget): { readonly pool: Pool; readonly done: () => void };
  close(): Promise<void>;
}

interface Held {
  readonly pool: Pool;
  users: number;
  usedAt: number;
}

const keptIdleMs = 10_000;
const maxHeld = 2_000;

/**
 * Pools of connections by origin and checked addresses: a connection is used again only for a send whose own look-up found
 * the same addresses. An idle one is closed after a second, before receivers with a short patience close it under a
 * request.
 */
export function createConnections({ timeoutMs, ca }: ConnectionsOptions): Connections {
  /** The one that was used longest ago comes first. */
  const held = new Map<string, Held>();

  function open({ url, addresses }: AllowedTarget): Held {
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
        rejectUnauthorized: true, // said, so that NODE_TLS_REJECT_UNAUTHORIZED cannot say otherwise
        ...(ca !== undefined && { ca }),
      },
    });
    return { pool, users: 0, usedAt: 0 };
  }

  function drop(isOld: (each: Held) => boolean): void {
    for (const [key, each] of held) {
      if (each.users > 0) continue;
      if (!isOld(each)) return;
      held.delete(key);
      void each.pool.close();
    }
  }

  const timer = setInterval(() => drop(({ usedAt }) => usedAt < Date.now() - keptIdleMs), keptIdleMs).unref();

  return {
    to(target) {
      const key = `${target.url.origin} ${target.addresses.toSorted().join(' ')}`;
      const found = held.get(key) ?? open(target);
      held.delete(key);
      held.set(key, found);
      found.users += 1;
      found.usedAt = Date.now();
      if (held.size > maxHeld) drop(() => held.size > maxHeld);
      return { pool: found.pool, done: () => void (found.users -= 1) };
    },
    async close() {
      clearInterval(timer);
      await Promise.all([...held.values()].map(({ pool }) => pool.destroy()));
      held.clear();
    },
  };
}

/** Asks nobody: what was checked is what is connected to. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}
