/** Keys compare without case. What is no text is empty, the key of no variable. */
export function keyOf(key: unknown): string {
  return typeof key === 'string' ? key.toLowerCase() : '';
}

/** The keys of what the application gave as a list of them. */
export function keysOf(keys: unknown): string[] {
  return listOf(keys).map(keyOf);
}

/** The texts of a list; what is no list has none. */
export function listOf(keys: unknown): readonly string[] {
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}
