import { NODATA } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Resolves all addresses of a host name; rejects if there are none or DNS fails. */
export type Resolve = (host: string, signal?: AbortSignal) => Promise<readonly string[]>;

interface ResolveOptions {
  /** In the format of `dns.setServers`; absent = those of the system. */
  readonly servers?: readonly string[] | undefined;
  /** Falls back to the system's look-up with its hosts file, for local development. */
  readonly withLocalNames?: boolean;
}

const loopback = ['127.0.0.1', '::1'];

/**
 * Resolves names by DNS only: no hosts file and no search domains. The system's look-up would also block one of libuv's four
 * threads while a receiver's name server does not answer. Nothing is cached; concurrent calls share one query.
 */
export function createResolve({ servers, withLocalNames = false }: ResolveOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const inFlight = new Map<string, Promise<readonly string[]>>();

  async function ask(host: string): Promise<readonly string[]> {
    if (host === 'localhost' || host.endsWith('.localhost')) return loopback; // RFC 6761 §6.3
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    if (withLocalNames) return (await lookup(host, { all: true })).map(({ address }) => address);
    for (const answer of [four, six]) if (answer.status === 'rejected') throw answer.reason;
    // Both queries succeeded without an address: the name is an alias of a name that has none.
    throw Object.assign(new Error(`${host} has no address.`), { code: NODATA });
  }

  return async (host, signal) => {
    let answer = inFlight.get(host);
    if (answer === undefined) {
      answer = ask(host).finally(() => inFlight.delete(host));
      inFlight.set(host, answer);
    }
    return signal === undefined ? answer : untilAborted(answer, signal);
  };
}

async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
