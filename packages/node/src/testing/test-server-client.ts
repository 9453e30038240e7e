import type { TrackOptions } from '../events/make-event.ts';
import type { ServerClient, UserClient } from '../remote/public-client.ts';
import type { User } from '../user/user.ts';
import { detailsOf, type Answer } from '../values/details.ts';
import type { Evaluations } from '../values/evaluations.ts';
import { keyOf, listOf } from '../values/key-of.ts';
import type { JsonLike, JsonValue, Variables } from '../values/variables.ts';

/** The values of variables, for all users or by user. What is not named is the fallback of the code. */
export type TestValues =
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- as long as nothing is generated
  | Partial<Variables>
  | Readonly<Record<string, JsonLike>>
  | ((key: string, user: TestUser | null) => JsonLike | undefined);

/** A user as a test gave it, whose custom data can be looked at. */
export type TestUser = Omit<User, 'customData'> & { customData?: Readonly<Record<string, JsonValue>> };

/** An event that a test client was given. */
export interface TrackedEvent extends TrackOptions {
  readonly event: string;
  readonly user: User | null;
}

/** A server client in memory. */
export interface TestServerClient extends ServerClient {
  /** What was tracked, in its order. */
  readonly tracked: readonly TrackedEvent[];
  /** Replaces the values. */
  set(values: TestValues): void;
}

/**
 * Makes a client for tests of an application: it asks nobody and has no timers.
 *
 * @example
 * const flags = createTestServerClient({ 'checkout-layout': 'one-page' });
 * expect(await flags.value('checkout-layout', 'classic', null)).toBe('one-page');
 */
export function createTestServerClient(values: TestValues = {}): TestServerClient {
  let current = values;
  let isClosed = false;
  const tracked: TrackedEvent[] = [];

  function valueOf(key: string, user: User | null): unknown {
    if (typeof current === 'function') return current(key, user as TestUser | null);
    const given = current as Readonly<Record<string, unknown>>;
    const name = Object.keys(given).find((each) => keyOf(each) === keyOf(key));
    return name === undefined ? undefined : given[name];
  }

  function answerOf(key: string, user: User | null): Answer {
    const value = isClosed ? undefined : valueOf(key, user);
    if (isClosed) return { error: 'not_loaded' };
    const served = { key: keyOf(key), value, variation: 'test', feature: 'test' };
    return value === undefined
      ? { result: { ...served, value: null, variation: null, feature: null, reason: 'variable_not_found' } }
      : { result: { ...served, reason: 'default_variation' } };
  }

  function forUser(user: User | null): UserClient {
    const details = (key: string, fallback: unknown) =>
      detailsOf(answerOf(key, user), fallback, 'override', () => {});
    const valuesOf = (keys: readonly string[]) =>
      Object.fromEntries(listOf(keys).map((key) => [key, details(key, null).value]));
    return {
      details: (async (key: string, fallback: unknown) => details(key, fallback)) as UserClient['details'],
      value: (async (key: string, fallback: unknown) => details(key, fallback).value) as UserClient['value'],
      values: (async (keys: readonly string[]) => valuesOf(keys)) as UserClient['values'],
      evaluations: ({ keys = keysOf(current) } = {}) => Promise.resolve(evaluationsOf(keys, user)),
      track(event, options = {}) {
        if (!isClosed) tracked.push({ event, user, ...options });
      },
    };
  }

  function evaluationsOf(keys: readonly string[], user: User | null): Evaluations {
    const entries = keys.flatMap((key) => {
      const answer = answerOf(key, user);
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

/** None of a function: it does not say which keys it knows. */
function keysOf(values: TestValues): readonly string[] {
  return typeof values === 'function' ? [] : Object.keys(values);
}
