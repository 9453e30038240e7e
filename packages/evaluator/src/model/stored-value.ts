import type { JsonValue } from '../definition/definition.ts';

/**
 * A value of a variable as it is kept. Lists and objects are JSON texts: a fraction of the memory, and ready to be answered. So that
 * these need no mark, all texts of a variable that has a list or an object among its values are JSON (`SharedVariable.isJson`).
 */
export type StoredValue = string | number | boolean | null;

export function parseStoredValue(stored: StoredValue, isJson: boolean): JsonValue {
  return isJson && typeof stored === 'string' ? (JSON.parse(stored) as JsonValue) : stored;
}

export function getStoredJson(stored: StoredValue, isJson: boolean): string {
  if (typeof stored === 'boolean') return stored ? 'true' : 'false';
  return isJson && typeof stored === 'string' ? stored : JSON.stringify(stored);
}
