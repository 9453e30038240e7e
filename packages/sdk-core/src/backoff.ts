/** The delays after a failure (docs/reference/sdks.md, When something fails), in milliseconds. The gates of the SDKs hold the state. */

const minuteMs = 60_000;

/** The time without requests after the key was refused. */
export const keyRefusedMs = 10 * minuteMs;
/** The time without a failure after which the delays start over. */
export const backoffResetMs = minuteMs;

/**
 * Returns the delay after a failure: 1 s, doubled with each delay before, up to 60 s, times 0.5 to 1.
 * @param delays the delays before this one
 * @param random from 0 to 1
 */
export function backoffMs(delays: number, random: number): number {
  return Math.min(1_000 * 2 ** delays, minuteMs) * (0.5 + random / 2);
}

/** Returns the delay that the service asks for (`Retry-After`), and up to a fifth more, so that clients do not return together. */
export function addRetryJitter(retryAfterMs: number, random: number): number {
  return retryAfterMs * (1 + random / 5);
}
