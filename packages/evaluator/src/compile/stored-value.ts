import type { JsonValue } from '../definition.ts';
import { limits } from './limits.ts';
import type { LimitExceeded } from './limits.ts';
import { listOf, recordOf } from './stored.ts';
import type { StoredRecord } from './stored.ts';

/** Deeper values could not be written as JSON again; they are served as null. */
const MAX_VALUE_DEPTH = 500;

/** A list or an object as JSON text: a fraction of the memory, and ready to be answered. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a variable as it is kept. */
export type StoredValue = string | number | boolean | null | JsonText;

/** null for what is no JSON value, or is too deep or too long to be served. */
export function storeValue(stored: unknown): StoredValue {
  if (typeof stored === 'string') return stored.length <= limits.servedValueLength ? stored : null;
  if (typeof stored === 'number' || typeof stored === 'boolean') return stored;
  if (typeof stored !== 'object' || stored === null || !isWithinDepth(stored, MAX_VALUE_DEPTH)) return null;
  const text = JSON.stringify(stored);
  return text.length <= limits.servedValueLength ? new JsonText(text) : null;
}

/** Values of a feature that are served as null because they are too long. */
export function valuesBeyondLimits(feature: StoredRecord): readonly LimitExceeded[] {
  const exceeded: LimitExceeded[] = [];
  const most = limits.servedValueLength;
  for (const [index, variation] of (listOf(feature['variations']) ?? []).entries()) {
    for (const [valueIndex, value] of (listOf(recordOf(variation)?.['values']) ?? []).entries()) {
      const actual = lengthOf(value);
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
export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || !isWithinDepth(value, MAX_VALUE_DEPTH)) return 0;
  return JSON.stringify(value).length;
}

export function valueOf(stored: StoredValue): JsonValue {
  return stored instanceof JsonText ? (JSON.parse(stored.text) as JsonValue) : stored;
}

export function jsonOf(stored: StoredValue): string {
  return stored instanceof JsonText ? stored.text : JSON.stringify(stored);
}

export function isSameValue(left: StoredValue, right: StoredValue): boolean {
  return left instanceof JsonText && right instanceof JsonText
    ? left.text === right.text
    : Object.is(left, right);
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}
