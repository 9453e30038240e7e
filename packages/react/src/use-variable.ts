import { useMemo, useSyncExternalStore } from 'react';
import type { Details, Key, FallbackOf, Served } from '@bunting/client';
import { useBunting } from './provider.ts';
import { createReading } from './reading.ts';
import { suspendWhileLoading } from './suspend.ts';

/** The options of `useVariable` and `useVariableDetails`. */
export interface VariableOptions {
  /** true suspends the component until the client is ready the first time, for a second at most. Default: false. */
  suspend?: boolean | undefined;
}

/**
 * Returns the value of a variable and renders the component again only when the value changes. An object or array stays the same reference
 * while it is equal. Keys are case-insensitive.
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

/** Returns the value of a variable and where it comes from. Renders the component again when any of it changes. */
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
  const fallback = useMemo(() => given, [toText(given)]);
  const reading = useMemo(() => createReading(client, key, fallback), [client, key, fallback]);
  return useSyncExternalStore(
    reading.subscribe,
    () => pick(reading.details()),
    () => pick(reading.serverDetails()),
  );
}

/** Returns the fallback as text, or the fallback itself if it has no JSON: no fallback makes a component throw. */
function toText(fallback: unknown): unknown {
  try {
    return Object(fallback) === fallback ? JSON.stringify(fallback) : fallback;
  } catch {
    return fallback;
  }
}
