import { useMemo, useSyncExternalStore } from 'react';
import type { Details, Key, FallbackOf, Served } from '@bunting/client';
import { useBunting } from './provider.ts';
import { createReading } from './reading.ts';
import { suspendWhileLoading } from './suspend.ts';

/** What `useVariable` and `useVariableDetails` may be given. */
export interface VariableOptions {
  /** true suspends the component until the client is ready the first time, for a second at most. Default: false. */
  suspend?: boolean | undefined;
}

/**
 * The value of a variable. The component renders again when it differs, and only then. A value that is an object or an array stays the same
 * one while it is equal. Keys compare without case.
 * @example
 * const layout = useVariable('checkout-layout', 'classic');
 */
export function useVariable<K extends Key, T extends FallbackOf<K>>(
  key: K,
  fallback: T,
  options?: VariableOptions,
): Served<K, T> {
  return useReading(key, fallback, options, ({ value }) => value);
}

/** The value of a variable and where it comes from. The component renders again when anything of it differs. */
export function useVariableDetails<K extends Key, T extends FallbackOf<K>>(
  key: K,
  fallback: T,
  options?: VariableOptions,
): Details<Served<K, T>> {
  return useReading(key, fallback, options, (details) => details);
}

function useReading<K extends Key, T, R>(
  key: K,
  given: T,
  { suspend }: VariableOptions = {},
  pick: (details: Details<Served<K, T>>) => R,
): R {
  const client = useBunting();
  if (suspend) suspendWhileLoading(client);
  // A fallback that is written in the component is a new object each time it renders.
  const fallback = useMemo(() => given, [textOf(given)]);
  const reading = useMemo(() => createReading(client, key, fallback), [client, key, fallback]);
  return useSyncExternalStore(
    reading.subscribe,
    () => pick(reading.details()),
    () => pick(reading.serverDetails()),
  );
}

/** What has no JSON is itself: no fallback makes a component throw. */
function textOf(fallback: unknown): unknown {
  try {
    return Object(fallback) === fallback ? JSON.stringify(fallback) : fallback;
  } catch {
    return fallback;
  }
}
