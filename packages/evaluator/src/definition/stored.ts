/**
 * Reading stored JSON that may have any shape. Writers validate what they store; the evaluator must stay
 * total all the same, so every reader answers `undefined` instead of throwing.
 */
export type StoredRecord = Readonly<Record<string, unknown>>;

export function asRecord(stored: unknown): StoredRecord | undefined {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? (stored as StoredRecord)
    : undefined;
}

export function asList(stored: unknown): readonly unknown[] | undefined {
  return Array.isArray(stored) ? (stored as readonly unknown[]) : undefined;
}

export function asText(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined;
}

/** Returns the list with every entry read, or `undefined` if one cannot be. It takes no more memory than it needs. */
export function readEvery<T>(
  stored: readonly unknown[],
  read: (entry: unknown) => T | undefined,
): readonly T[] | undefined {
  const entries = stored.map((entry) => read(entry));
  return entries.includes(undefined) ? undefined : (entries as T[]);
}
