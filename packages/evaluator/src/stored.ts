/**
 * Reading stored JSON that may have any shape. Writers validate what they store; the evaluator must stay
 * total all the same, so every reader answers `undefined` instead of throwing.
 */
export type StoredRecord = Readonly<Record<string, unknown>>;

export function recordOf(stored: unknown): StoredRecord | undefined {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? (stored as StoredRecord)
    : undefined;
}

export function listOf(stored: unknown): readonly unknown[] | undefined {
  return Array.isArray(stored) ? (stored as readonly unknown[]) : undefined;
}

export function textOf(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined;
}

/** The list with every entry read, or `undefined` as soon as one cannot be. */
export function everyOf<T>(
  stored: readonly unknown[],
  read: (entry: unknown) => T | undefined,
): readonly T[] | undefined {
  const entries: T[] = [];
  for (const entry of stored) {
    const value = read(entry);
    if (value === undefined) return undefined;
    entries.push(value);
  }
  return entries;
}
