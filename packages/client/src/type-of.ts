/** As `typeof`, but lists are arrays. */
export function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
