import { Agent as HttpAgent, request, type ClientRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestTls } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { AllowedTarget } from './check-target.ts';

interface ConnectionsOptions {
  /** Certificate authorities to trust instead of the default ones. */
  readonly ca?: string | undefined;
}

export interface Connections {
  /** Connects to exactly the checked addresses. Call `done` when the answer has been read. */
  to(target: AllowedTarget): { readonly start: StartRequest; readonly done: () => void };
  close(): void;
}

/** Begins a request to the target. */
export type StartRequest = (options: Pick<RequestOptions, 'path' | 'headers'>) => ClientRequest;

interface CachedAgent {
  readonly agent: HttpAgent;
  users: number;
  usedAt: number;
}

const maxIdleMs = 10_000;
const maxAgents = 2_000;
const idleConnectionMs = 1_000;

/**
 * Caches agents, each with its connections, by origin and checked addresses: a connection is reused only for a send whose own look-up found
 * the same addresses. An idle connection is closed after a second, because a receiver with a short keep-alive time-out could
 * close it while a request is being sent.
 */
export function createConnections({ ca }: ConnectionsOptions): Connections {
  /** In the order of last use, the least recently used first. */
  const agents = new Map<string, CachedAgent>();

  function open({ url, addresses }: AllowedTarget): CachedAgent {
    const options = {
      keepAlive: true,
      timeout: idleConnectionMs, // of connections without a request; the sender's own deadline covers the others
      lookup: lookupOf(addresses),
      autoSelectFamily: true,
    };
    const agent =
      url.protocol === 'http:'
        ? new HttpAgent(options)
        : new HttpsAgent({
            ...options,
            rejectUnauthorized: true, // explicit, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect
            ...(ca !== undefined && { ca }),
          });
    return { agent, users: 0, usedAt: 0 };
  }

  function drop(isOld: (each: CachedAgent) => boolean): void {
    for (const [key, each] of agents) {
      if (each.users > 0) continue;
      if (!isOld(each)) return;
      agents.delete(key);
      each.agent.destroy();
    }
  }

  const timer = setInterval(() => drop(({ usedAt }) => usedAt < Date.now() - maxIdleMs), maxIdleMs).unref();

  return {
    to(target) {
      const { url, host, addresses } = target;
      const key = `${url.origin} ${addresses.toSorted().join(' ')}`;
      const found = agents.get(key) ?? open(target);
      agents.delete(key);
      agents.set(key, found);
      found.users += 1;
      found.usedAt = Date.now();
      if (agents.size > maxAgents) drop(() => agents.size > maxAgents);
      const start = url.protocol === 'http:' ? request : requestTls;
      return {
        start: (options) => start({ method: 'POST', host, port: url.port, agent: found.agent, ...options }),
        done: () => void (found.users -= 1),
      };
    },
    close() {
      clearInterval(timer);
      for (const { agent } of agents.values()) agent.destroy();
      agents.clear();
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
