import { normaliseKey } from '@bunting/sdk-core';

/** Returns the normalised keys of a list that the application passed. */
export function normaliseKeys(keys: unknown): string[] {
  return filterTexts(keys).map(normaliseKey);
}

/** Returns the texts of a list; none if it is no list. */
export function filterTexts(keys: unknown): readonly string[] {
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}
