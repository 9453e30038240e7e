const plainKey = /^[\w.:/-]*$/;

/** Returns a key as JSON. */
export function quote(key: string): string {
  return plainKey.test(key) ? `"${key}"` : JSON.stringify(key);
}
