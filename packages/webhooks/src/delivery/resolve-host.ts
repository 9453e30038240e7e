import { NODATA } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a host name; rejects when there are none, or nobody can be asked. */
export type Resolve = (host: string, signal?: AbortSignal) => Promise<readonly string[]>;

interface ResolveOptions {
  /** As `dns.setServers` takes them; absent = those of the system. */
  readonly servers?: readonly string[] | undefined;
  /** Asks the system, with its hosts file, for what DNS does not know. For local development. */
  readonly withLocalNames?: boolean;
}

const loopback = ['127.0.0.1', '::1'];

/**
 * Asks DNS itself and nothing else: no hosts file, no search domains, and none of the four threads that the system's
 * look-up would hold while a receiver's name server does not answer. Nothing is cached; callers at the same time share a
 * question.
 */
export function createResolve({ servers, withLocalNames = false }: ResolveOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const asking = new Map<string, Promise<readonly string[]>>();

  async function ask(host: string): Promise<readonly string[]> {
    if (host === 'localhost' || host.endsWith('.localhost')) return loopback; // RFC 6761 §6.3
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    if (withLocalNames) return (await lookup(host, { all: true })).map(({ address }) => address);
    for (const answer of [four, six]) if (answer.status === 'rejected') throw answer.reason;
    // Both were answered, and neither with an address: a name that points at another, which has none.
    throw Object.assign(new Error(`${host} has no address.`), { code: NODATA });
  }

  return async (host, signal) => {
    let answer = asking.get(host);
    if (answer === undefined) {
      answer = ask(host).finally(() => asking.delete(host));
      asking.set(host, answer);
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
