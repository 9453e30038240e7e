import { limits, type LimitExceeded } from '../definition/limits.ts';
import { asList, asRecord, type StoredRecord } from '../definition/stored.ts';
import type { StoredValue } from '../model/stored-value.ts';

/** Deeper values could not be written as JSON again; they are served as null. */
const maxValueDepth = 500;

export function isListOrObject(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null;
}

/** Longer texts are mostly different. */
const longestTextShared = 16;

/**
 * Creates a store of values. A stored value is null if it is no JSON value, or too deep or too long to be served. Equal short
 * JSON texts are stored once for all values of a store.
 */
export function createValueStore(): (stored: unknown, isJson: boolean) => StoredValue {
  const shared = new Map<string, string>();
  return (stored, isJson) => {
    if (typeof stored === 'number' || typeof stored === 'boolean') return stored;
    const isText = typeof stored === 'string';
    if (isText && !isJson) return stored.length <= limits.servedValueLength ? stored : null;
    if (!isText && (!isListOrObject(stored) || !isWithinDepth(stored, maxValueDepth))) return null;
    const text = JSON.stringify(stored);
    if ((isText ? stored.length : text.length) > limits.servedValueLength) return null;
    if (text.length > longestTextShared) return text;
    const known = shared.get(text);
    if (known === undefined) shared.set(text, text);
    return known ?? text;
  };
}

/** Returns the values of a feature that are served as null because they are too long. */
export function valuesBeyondLimits(feature: StoredRecord): readonly LimitExceeded[] {
  const exceeded: LimitExceeded[] = [];
  const most = limits.servedValueLength;
  for (const [index, variation] of (asList(feature['variations']) ?? []).entries()) {
    for (const [valueIndex, value] of (asList(asRecord(variation)?.['values']) ?? []).entries()) {
      const actual = measureLength(value);
      if (actual <= most) continue;
      exceeded.push({
        limit: 'servedValueLength',
        actual,
        most,
        path: ['variations', index, 'values', valueIndex],
      });
    }
  }
  return exceeded;
}

/** Characters as JSON; of texts what they are without escapes. What is too deep to be written counts as nothing. */
export function measureLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || !isWithinDepth(value, maxValueDepth)) return 0;
  return JSON.stringify(value).length;
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}
