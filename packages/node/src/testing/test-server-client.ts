import { type Evaluations, type JsonLike, type JsonValue, normaliseKey, type User } from '@bunting/sdk-core';
import type { TrackOptions } from '../events/make-event.ts';
import type { ServerClient, UserClient } from '../remote/public-client.ts';
import { toDetails, type Answer } from '../values/to-details.ts';
import { filterTexts } from '../values/keys.ts';
import type { Variables } from '../values/variables.ts';

/** The values of variables, for all users or by user. Other variables have the fallback of the code. */
export type TestValues =
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- as long as nothing is generated
  | Partial<Variables>
  | Readonly<Record<string, JsonLike>>
  | ((key: string, user: TestUser | null) => JsonLike | undefined);

/** A user as the test passed it, with custom data that can be read. */
export type TestUser = Omit<User, 'customData'> & { customData?: Readonly<Record<string, JsonValue>> };

/** An event that was tracked. */
export interface TrackedEvent extends TrackOptions {
  readonly event: string;
  readonly user: User | null;
}

/** A server client in memory. */
export interface TestServerClient extends ServerClient {
  /** The tracked events, in order. */
  readonly tracked: readonly TrackedEvent[];
  /** Replaces the values. */
  set(values: TestValues): void;
}

/**
 * Creates a client for tests of an application. It sends no requests and has no timers.
 *
 * @example
 * const flags = createTestServerClient({ 'checkout-layout': 'one-page' });
 * expect(await flags.value('checkout-layout', 'classic', null)).toBe('one-page');
 */
export function createTestServerClient(values: TestValues = {}): TestServerClient {
  let current = values;
  let isClosed = false;
  const tracked: TrackedEvent[] = [];

  function findValue(key: string, user: User | null): unknown {
    if (typeof current === 'function') return current(key, user as TestUser | null);
    const given = current as Readonly<Record<string, unknown>>;
    const name = Object.keys(given).find((each) => normaliseKey(each) === normaliseKey(key));
    return name === undefined ? undefined : given[name];
  }

  function getAnswer(key: string, user: User | null): Answer {
    const value = isClosed ? undefined : findValue(key, user);
    if (isClosed) return { error: 'not_loaded' };
    const served = { key: normaliseKey(key), value, variation: 'test', feature: 'test' };
    return value === undefined
      ? { result: { ...served, value: null, variation: null, feature: null, reason: 'variable_not_found' } }
      : { result: { ...served, reason: 'default_variation' } };
  }

  function forUser(user: User | null): UserClient {
    const details = (key: string, fallback: unknown) =>
      toDetails(getAnswer(key, user), fallback, 'override', () => {});
    const getValues = (keys: readonly string[]) =>
      Object.fromEntries(filterTexts(keys).map((key) => [key, details(key, null).value]));
    return {
      details: (async (key: string, fallback: unknown) => details(key, fallback)) as UserClient['details'],
      value: (async (key: string, fallback: unknown) => details(key, fallback).value) as UserClient['value'],
      values: (async (keys: readonly string[]) => getValues(keys)) as UserClient['values'],
      evaluations: ({ keys = listKeys(current) } = {}) => Promise.resolve(getEvaluations(keys, user)),
      track(event, options = {}) {
        if (!isClosed) tracked.push({ event, user, ...options });
      },
    };
  }

  function getEvaluations(keys: readonly string[], user: User | null): Evaluations {
    const entries = keys.flatMap((key) => {
      const answer = getAnswer(key, user);
      if ('error' in answer) return [];
      const { result } = answer;
      return [[result.key, { ...result, value: result.value as JsonValue }] as const];
    });
    return { version: 1, results: Object.fromEntries(entries) };
  }

  return {
    tracked,
    set: (given) => void (current = given),
    forUser,
    value: (key, fallback, user) => forUser(user).value(key, fallback),
    details: (key, fallback, user) => forUser(user).details(key, fallback),
    values: (keys, user) => forUser(user).values(keys),
    evaluations: (user, options) => forUser(user).evaluations(options),
    track: (event, user, options) => forUser(user).track(event, options),
    flush: () => Promise.resolve(true),
    close() {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

/** Returns the keys of the values; none for a function, which does not list its keys. */
function listKeys(values: TestValues): readonly string[] {
  return typeof values === 'function' ? [] : Object.keys(values);
}
