import { createEventQueue } from '../events/event-queue.ts';
import {
  namedVariables,
  readEvent,
  mostVariables,
  type EventParts,
  type TrackOptions,
} from '../events/make-event.ts';
import { createTracker } from '../events/tracker.ts';
import { readOptions, type ServerClientOptions } from '../options/read-options.ts';
import { createReporter } from '../requests/reporter.ts';
import { createRequester } from '../requests/requester.ts';
import { closeWithin } from '../schedule/close-within.ts';
import { createKeyState, createLane } from '../schedule/lane.ts';
import { systemRuntime, type Runtime } from '../schedule/runtime.ts';
import type { User } from '../user/user.ts';
import { detailsOf, type Answer, type Details, type Result } from '../values/details.ts';
import type { Evaluations } from '../values/evaluations.ts';
import type { JsonValue, Key, Served, ValueOf } from '../values/variables.ts';
import { createBatcher, readAsker, type Asker } from './batcher.ts';
import { createEvaluationsReader } from './read-evaluations.ts';
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

type Ask = (key: string) => Promise<Answer>;

const failuresUntilBackoff = 5;
const notLoaded: Answer = { error: 'not_loaded' };

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
  const applied = readOptions(options);
  const { exposures, timeoutMs } = applied;
  const reporter = createReporter(runtime, applied.onError);
  const requester = createRequester(applied, runtime);
  const keyState = createKeyState();
  const lane = createLane(runtime, keyState, failuresUntilBackoff);
  const eventLane = createLane(runtime, keyState);
  const queue = createEventQueue({ requester, lane: eventLane, runtime, reporter });
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
  const readEvaluations = createEvaluationsReader({ requester, lane, reporter, timeoutMs });
  /** Events whose variation is being asked for. */
  const asking = new Set<Promise<void>>();
  let isClosed = false;
  let closing: Promise<void> | undefined;

  function takeTrace(name: string, variable: string): string | undefined {
    const found = served.find(name, variable);
    const trace = found?.trace;
    if (found !== undefined) found.trace = undefined;
    return trace;
  }

  function onMismatch({ key }: Result): void {
    reporter.reportOnce('type_mismatch', key, `The value of "${key}" is of another type than the fallback.`);
  }

  async function readDetails<T>(
    user: User | null,
    asker: Asker | undefined,
    ask: Ask,
    key: string,
    fallback: T,
  ) {
    const name = String(key).toLowerCase();
    const answer = await ask(name);
    const details = detailsOf(answer, fallback, 'network', onMismatch);
    if (asker !== undefined && !details.isFallback && 'result' in answer && !isClosed) {
      tracker.expose(user, asker.name, answer.result, () => takeTrace(asker.name, name));
    }
    return details;
  }

  async function trackOne(
    parts: EventParts,
    user: User | null,
    asker: Asker,
    variable: string,
  ): Promise<void> {
    if (served.find(asker.name, variable) === undefined) {
      const answer = await batcher.ask(asker, variable);
      if ('error' in answer) {
        const text = `An event about "${variable}" was dropped: the service could not say the variation.`;
        return reporter.report('events', 'variation', text);
      }
    }
    const found = served.find(asker.name, variable);
    if (found === undefined) return;
    tracker.track(parts, user, {
      variable,
      variation: found.variation,
      trace: takeTrace(asker.name, variable),
    });
  }

  function forUser(user: User | null): UserClient {
    const asker = readAsker(user, reporter);
    /** By key in lower case. What was not loaded is asked for again. */
    const results = new Map<string, Promise<Answer>>();
    return userClient(user, asker, (key) => {
      if (asker === undefined) return Promise.resolve(notLoaded);
      const known = results.get(key);
      if (known !== undefined) return known;
      const answer = batcher.ask(asker, key);
      results.set(key, answer);
      void answer.then((settled) => 'error' in settled && results.delete(key));
      return answer;
    });
  }

  function forOnce(user: User | null): UserClient {
    const asker = readAsker(user, reporter);
    return userClient(user, asker, (key) =>
      asker === undefined ? Promise.resolve(notLoaded) : batcher.ask(asker, key),
    );
  }

  function userClient(user: User | null, asker: Asker | undefined, ask: Ask): UserClient {
    const details = (key: string, fallback: unknown) => readDetails(user, asker, ask, key, fallback);
    async function values(keys: readonly string[]) {
      const entries = keys.map(async (key) => [key, (await details(key, null)).value as JsonValue] as const);
      return Object.fromEntries(await Promise.all(entries));
    }
    return {
      details: details as UserClient['details'],
      value: (async (key: string, fallback: unknown) =>
        (await details(key, fallback)).value) as UserClient['value'],
      values: values as UserClient['values'],
      evaluations: (given) => readEvaluations(isClosed ? undefined : asker, given?.keys),
      track(event, given = {}) {
        const parts = isClosed ? undefined : readEvent(event, given, { runtime, reporter });
        if (parts === undefined || asker === undefined) return;
        const variables = namedVariables(given) ?? served.variablesOf(asker.name).slice(0, mostVariables);
        for (const variable of variables) {
          const work = trackOne(parts, user, asker, variable).finally(() => asking.delete(work));
          asking.add(work);
        }
      },
    };
  }

  async function flush(): Promise<boolean> {
    await Promise.all(asking);
    return queue.flush();
  }

  return {
    forUser,
    value: (key, fallback, user) => forOnce(user).value(key, fallback),
    details: (key, fallback, user) => forOnce(user).details(key, fallback),
    values: (keys, user) => forOnce(user).values(keys),
    evaluations: (user, given) => forOnce(user).evaluations(given),
    track: (event, user, given) => forOnce(user).track(event, given),
    flush,
    close() {
      closing ??= closeWithin(runtime, { flush, requester, queue, reporter, onClose: () => batcher.close() });
      isClosed = true;
      return closing;
    },
  };
}
