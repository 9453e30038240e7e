const plainKey = /^[\w.:/-]*$/;

/** A key as JSON. */
export function quote(key: string): string {
  return plainKey.test(key) ? `"${key}"` : JSON.stringify(key);
}
