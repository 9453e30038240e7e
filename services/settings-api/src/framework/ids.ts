/** How long a change may take. A row has the time at which its change began; its id has the time at which it was written. */
export const maxChangeMs = 60 * 60 * 1000;

/** The lowest UUIDv7 of a moment. */
export function firstIdAt(time: number): string {
  const hex = Math.min(Math.max(0, time), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
