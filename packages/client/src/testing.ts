/** A client in memory for tests of applications: it has no network and no timers. */
import type { Evaluation, JsonValue, User } from '@bunting/sdk-core';
import type { Client, Status, TrackOptions } from './public/client.ts';
import type { SomeValues } from './public/variables.ts';
import { createListeners } from './listeners.ts';
import { createValues } from './evaluations/values.ts';

/** A tracked event. */
export interface TrackedEvent extends TrackOptions {
  readonly event: string;
  /** The user at that time; null = anonymous. */
  readonly user: User | null;
}

/** A client whose values are set by the test. */
export interface TestClient extends Client {
  /** Sets values and notifies listeners of those that changed; undefined removes a value. Other values stay. */
  set(values: SomeValues): void;
  /** The tracked events, in order. */
  readonly tracked: readonly TrackedEvent[];
  setStatus(status: Status): void;
}

/**
 * Creates a client with these values. Reads of other variables return their fallbacks.
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
      else results.set(key, toEvaluation(key, value as JsonValue));
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
    bootstrap: values.getAll(),
    tracked,
    ready: () =>
      status === 'loading'
        ? new Promise<Status>((resolve) => void waiting.push(() => resolve(status)))
        : settled(),
    value: (key: string, fallback: unknown) => values.getDetails(key, fallback).value,
    details: (key: string, fallback: unknown) => values.getDetails(key, fallback),
    all: values.getAll,
    identify(next: User | null) {
      user = next;
      return settled();
    },
    refresh: settled,
    track: (event: string, options: TrackOptions = {}) => void tracked.push({ event, user, ...options }),
    override(key: string, value: JsonValue | undefined) {
      if (values.setOverride(key, value)) emitChange([key.toLowerCase()]);
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

function toEvaluation(key: string, value: JsonValue): Evaluation {
  return { key, value, variation: 'test', reason: 'default_variation', feature: null };
}
