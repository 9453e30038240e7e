import { closeWithin } from '../schedule/close-within.ts';
import { systemRuntime, type Runtime } from '../schedule/runtime.ts';
import { followEnvironment } from './follow-environment.ts';
import { createListeners } from './listeners.ts';
import { createLocalParts } from './local-parts.ts';
import type { LocalClient, LocalClientOptions, LocalUserClient, Status } from './public-client.ts';

const readyTimeoutMs = 10_000;

/**
 * Creates a client that evaluates in this process. Throws a TypeError that lists all wrong options.
 * @example
 * const flags = createLocalClient({ url: 'https://flags.example', key: process.env.BUNTING_KEY });
 * await flags.ready();
 * const layout = flags.value('checkout-layout', 'classic', { id: 'user-7' });
 */
export function createLocalClient(options: LocalClientOptions = {}): LocalClient {
  return createLocalClientIn(systemRuntime, options);
}

/** Creates the client with the clock and the random numbers of a test. */
export function createLocalClientIn(runtime: Runtime, options: LocalClientOptions): LocalClient {
  const parts = createLocalParts(runtime, options);
  const { reporter, requester, queue, usage, batcher, events, users } = parts;
  const onChange = createListeners<readonly string[]>(reporter);
  const onStatus = createListeners<Status>(reporter);
  let status: Status = 'loading';
  function setStatus(next: Status): void {
    if (status === next || status === 'closed') return;
    status = next;
    onStatus.call(next);
  }
  const following = followEnvironment(runtime, options, parts, {
    onChange: (keys) => onChange.call(keys),
    onStatus: setStatus,
  });

  async function flush(): Promise<boolean> {
    await events.settled();
    const [isEmpty] = await Promise.all([queue.flush(), usage.flush()]);
    return isEmpty;
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    users.close();
    setStatus('closed');
    onChange.clear();
    onStatus.clear();
    const stopped = following.stop();
    usage.stop();
    await closeWithin(runtime, { flush, requester, queue, reporter, onClose: () => batcher.close() });
    await stopped;
    parts.http?.close();
  }

  const forOnce = (user: Parameters<LocalClient['forUser']>[0]): LocalUserClient =>
    users.forUser(user, false);
  return {
    get status() {
      return status;
    },
    async ready({ timeoutMs = readyTimeoutMs } = {}) {
      let stopTimer: (() => void) | undefined;
      const isLate = new Promise<void>((resolve) => (stopTimer = runtime.setTimeout(resolve, timeoutMs)));
      await Promise.race([following.started, isLate]);
      stopTimer?.();
      return status;
    },
    value: users.value as LocalClient['value'],
    details: (name, fallback, user) => forOnce(user).details(name, fallback),
    values: (keys, user) => forOnce(user).values(keys),
    evaluations: (user, given) => forOnce(user).evaluations(given),
    forUser: (user) => users.forUser(user, true),
    track: (event, user, given) => forOnce(user).track(event, given),
    on: (event: 'change' | 'status', listener: (value: never) => void) =>
      event === 'change' ? onChange.add(listener as never) : onStatus.add(listener as never),
    flush,
    close: () => (closing ??= close()),
  };
}
