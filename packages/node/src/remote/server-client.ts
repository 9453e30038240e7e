import { createEventQueue } from '../events/event-queue.ts';
import type { TrackOptions } from '../events/make-event.ts';
import { createTracker } from '../events/tracker.ts';
import { readOptions, type ServerClientOptions } from '../options/read-options.ts';
import { createReporter } from '../requests/reporter.ts';
import { createRequester } from '../requests/requester.ts';
import { closeWithin } from '../schedule/close-within.ts';
import { createKeyState, createLane } from '../schedule/lane.ts';
import { systemRuntime, type Runtime } from '../schedule/runtime.ts';
import type { User } from '../user/user.ts';
import type { Details } from '../values/details.ts';
import type { Evaluations } from '../values/evaluations.ts';
import type { Key, Served, ValueOf } from '../values/variables.ts';
import { createBatcher } from './batcher.ts';
import { createEvaluationsReader } from './read-evaluations.ts';
import { createRemoteEvents } from './remote-events.ts';
import { createRemoteUsers } from './remote-users.ts';
import { createServedVariations } from './served-variations.ts';

/** Asks the service for each user. Nothing of it throws or rejects. */
export interface ServerClient {
  /** The value, or the fallback where there is none of its type. */
  value<K extends Key, T extends ValueOf<K>>(key: K, fallback: T, user: User | null): Promise<Served<K, T>>;
  details<K extends Key, T extends ValueOf<K>>(
    key: K,
    fallback: T,
    user: User | null,
  ): Promise<Details<Served<K, T>>>;
  /** The values by key; null = none is served. */
  values<K extends Key>(keys: readonly K[], user: User | null): Promise<{ [P in K]: ValueOf<P> | null }>;
  /** The same for one user, which remembers the results: make one for each request that you answer. */
  forUser(user: User | null): UserClient;
  /** What a page of this user starts from. Name its keys: without `keys` it is all that the key of this client may see. */
  evaluations(user: User | null, options?: { keys?: Key[] }): Promise<Evaluations>;
  track(event: string, user: User | null, options?: TrackOptions): void;
  /** Sends the events that wait. True = nothing is left. */
  flush(): Promise<boolean>;
  /** Sends what is left within two seconds. */
  close(): Promise<void>;
}

/** A client for one user. */
export interface UserClient {
  value<K extends Key, T extends ValueOf<K>>(key: K, fallback: T): Promise<Served<K, T>>;
  details<K extends Key, T extends ValueOf<K>>(key: K, fallback: T): Promise<Details<Served<K, T>>>;
  values<K extends Key>(keys: readonly K[]): Promise<{ [P in K]: ValueOf<P> | null }>;
  evaluations(options?: { keys?: Key[] }): Promise<Evaluations>;
  track(event: string, options?: TrackOptions): void;
}

const failuresUntilBackoff = 5;

/**
 * Makes a client that asks the service. Throws where options are wrong, with all that is wrong.
 *
 * @example
 * const flags = createServerClient({ url: 'https://flags.example', key: process.env.BUNTING_KEY });
 * const layout = await flags.value('checkout-layout', 'classic', { id: 'user-7' });
 */
export function createServerClient(options: ServerClientOptions = {}): ServerClient {
  return createServerClientIn(systemRuntime, options);
}

/** The same with time and chance of a test. */
export function createServerClientIn(runtime: Runtime, options: ServerClientOptions): ServerClient {
  const { exposures, timeoutMs, onError, ...applied } = readOptions(options);
  const reporter = createReporter(runtime, onError);
  const requester = createRequester(applied, runtime);
  const keyState = createKeyState();
  const lane = createLane(runtime, keyState, failuresUntilBackoff);
  const queue = createEventQueue({ requester, lane: createLane(runtime, keyState), runtime, reporter });
  const tracker = createTracker({ queue, runtime, exposures });
  const served = createServedVariations(runtime);
  const batcher = createBatcher({
    requester,
    lane,
    runtime,
    reporter,
    timeoutMs,
    withSplit: exposures === 'split',
    onResult: ({ name }, { key, variation }, trace) => {
      if (variation !== null) served.add(name, key, variation, trace);
    },
  });
  const events = createRemoteEvents({ tracker, served, batcher, runtime, reporter });
  const readEvaluations = createEvaluationsReader({ requester, lane, reporter, timeoutMs });
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
      closing ??= closeWithin(runtime, { flush, requester, queue, reporter, onClose: () => batcher.close() });
      return closing;
    },
  };
}
