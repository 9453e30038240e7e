import type { User } from '@bunting/sdk-core';
import { createEventQueue } from '../events/event-queue.ts';
import { createTracker } from '../events/tracker.ts';
import { readOptions, type ServerClientOptions } from '../options/read-options.ts';
import { createReporter } from '../requests/reporter.ts';
import { findNodeHttp } from '../requests/node-http.ts';
import { createRequester } from '../requests/requester.ts';
import { sendOverHttp } from '../requests/send-over-http.ts';
import { closeWithin } from '../schedule/close-within.ts';
import { createKeyRefusal, createRequestGate } from '../schedule/request-gate.ts';
import { systemRuntime, type Runtime } from '../schedule/runtime.ts';
import { createBatcher } from './batcher.ts';
import type { ServerClient } from './public-client.ts';
import { createEvaluationsReader } from './read-evaluations.ts';
import { createRemoteEvents } from './remote-events.ts';
import { createRemoteUsers } from './remote-users.ts';
import { createServedVariations } from './served-variations.ts';

const failuresUntilBackoff = 5;

/**
 * Creates a client that sends a request for each user. Throws a TypeError that lists all wrong options.
 * @example
 * const flags = createServerClient({ url: 'https://flags.example', key: process.env.BUNTING_KEY });
 * const layout = await flags.value('checkout-layout', 'classic', { id: 'user-7' });
 */
export function createServerClient(options: ServerClientOptions = {}): ServerClient {
  return createServerClientIn(systemRuntime, options);
}

/** Creates the client with the clock and the random numbers of a test. */
export function createServerClientIn(runtime: Runtime, options: ServerClientOptions): ServerClient {
  const { exposures, timeoutMs, onError, ...applied } = readOptions(options);
  const reporter = createReporter(runtime, onError);
  const modules = options.fetch === undefined ? findNodeHttp() : undefined;
  const http = modules && sendOverHttp(applied.url, modules);
  const requester = createRequester({ ...applied, ...(http && { send: http.send }) }, runtime);
  const keyRefusal = createKeyRefusal();
  const gate = createRequestGate(runtime, keyRefusal, failuresUntilBackoff);
  const queue = createEventQueue({
    requester,
    gate: createRequestGate(runtime, keyRefusal),
    runtime,
    reporter,
  });
  const tracker = createTracker({ queue, runtime, exposures });
  const served = createServedVariations(runtime);
  const batcher = createBatcher({
    requester,
    gate,
    runtime,
    reporter,
    timeoutMs,
    withSplit: exposures === 'split',
    onResult: ({ name }, { key, variation }, trace) => {
      if (variation !== null) served.add(name, key, variation, trace);
    },
  });
  const events = createRemoteEvents({ tracker, served, batcher, runtime, reporter });
  const readEvaluations = createEvaluationsReader({ requester, gate, reporter, timeoutMs });
  const users = createRemoteUsers({ batcher, events, readEvaluations, reporter });

  async function flush(): Promise<boolean> {
    await events.settled();
    return queue.flush();
  }

  let closing: Promise<void> | undefined;
  const forOnce = (user: User | null) => users.forUser(user, false);
  return {
    forUser: (user) => users.forUser(user, true),
    value: (key, fallback, user) => forOnce(user).value(key, fallback),
    details: (key, fallback, user) => forOnce(user).details(key, fallback),
    values: (keys, user) => forOnce(user).values(keys),
    evaluations: (user, given) => forOnce(user).evaluations(given),
    track: (event, user, given) => forOnce(user).track(event, given),
    flush,
    close() {
      users.close();
      closing ??= closeWithin(runtime, {
        flush,
        requester,
        queue,
        reporter,
        onClose: () => batcher.close(),
      }).then(() => http?.close());
      return closing;
    },
  };
}
