/** A client in memory for the tests of applications: no network, no timers. */
import type { Client, Status, TrackOptions } from './public/client.ts';
import type { Evaluation, User } from './public/evaluations.ts';
import type { JsonValue, SomeValues } from './public/variables.ts';
import { createListeners } from './listeners.ts';
import { createValues } from './evaluations/values.ts';

/** An event that was tracked. */
export interface TrackedEvent extends TrackOptions {
  readonly event: string;
  /** The user at that time; null = anonymous. */
  readonly user: User | null;
}

/** A client whose values a test sets. */
export interface TestClient extends Client {
  /** Sets values, and tells listeners of those that differ; undefined takes one away. Others stay. */
  set(values: SomeValues): void;
  /** What was tracked, in its order. */
  readonly tracked: readonly TrackedEvent[];
  setStatus(status: Status): void;
}

/**
 * A client with these values. Reading any other variable gives its fallback.
 * @example
 * const flags = createTestClient({ 'checkout-enabled': true });
 * flags.set({ 'checkout-enabled': false });
 */
export function createTestClient(initial: SomeValues = {}): TestClient {
  const values = createValues({});
  const listeners = createListeners((run) => run());
  const results = new Map<string, Evaluation>();
  const tracked: TrackedEvent[] = [];
  const waiting: (() => void)[] = [];
  let status: Status = 'ready';
  let user: User | null = null;

  function replace(next: SomeValues): string[] {
    for (const [name, value] of Object.entries(next)) {
      const key = name.toLowerCase();
      if (value === undefined) results.delete(key);
      else results.set(key, evaluationOf(key, value as JsonValue));
    }
    const evaluations = { version: 0, results: Object.fromEntries(results) };
    return values.replaceLoaded({ evaluations, source: 'local' });
  }
  function emitChange(keys: readonly string[]): void {
    if (keys.length > 0) listeners.emit('change', keys);
  }
  const settled = () => Promise.resolve(status);
  replace(initial);
  const client = {
    get status() {
      return status;
    },
    bootstrap: values.all(),
    tracked,
    ready: () =>
      status === 'loading'
        ? new Promise<Status>((resolve) => void waiting.push(() => resolve(status)))
        : settled(),
    value: (key: string, fallback: unknown) => values.details(key, fallback).value,
    details: (key: string, fallback: unknown) => values.details(key, fallback),
    all: values.all,
    identify(next: User | null) {
      user = next;
      return settled();
    },
    refresh: settled,
    track: (event: string, options: TrackOptions = {}) => void tracked.push({ event, user, ...options }),
    override(key: string, value: JsonValue | undefined) {
      if (values.override(key, value)) emitChange([key.toLowerCase()]);
    },
    on: ((event, listener) => {
      if (status === 'closed') status = 'ready';
      return listeners.on(event, listener);
    }) as typeof listeners.on,
    flush: () => Promise.resolve(true),
    close() {
      listeners.clear();
      status = 'closed';
      return Promise.resolve();
    },
    set: (next: SomeValues) => emitChange(replace(next)),
    setStatus(next: Status) {
      if (next === status) return;
      status = next;
      listeners.emit('status', next);
      if (next !== 'loading') for (const resolve of waiting.splice(0)) resolve();
    },
  };
  return client as unknown as TestClient;
}

function evaluationOf(key: string, value: JsonValue): Evaluation {
  return { key, value, variation: 'test', reason: 'default_variation', feature: null };
}
