import { randomFillSync } from 'node:crypto';

const random = new Uint8Array(10 * 256);
let used = random.length;
let lastMs = 0;
let sequence = 0;

/**
 * Generates a UUIDv7 (RFC 9562): 48 bits of milliseconds, 12 bits that count within the millisecond, 62 random bits.
 * Ids of one process sort in the order in which they were generated, even when the clock steps back.
 */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const entropy = random.subarray(used, (used += 10));
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // A start below half of the counter leaves room for 2,048 more ids in the millisecond.
    sequence = ((entropy[0]! & 0x07) << 8) | entropy[1]!;
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const tail = Buffer.from(entropy.buffer, entropy.byteOffset + 2, 8);
  tail[0] = (tail[0]! & 0x3f) | 0x80;
  const rest = tail.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/**
 * The longest duration of a change. A row has the time at which its change began; its id has the time at which it was
 * written.
 */
export const maxChangeMs = 60 * 60 * 1000;

const maxMs = 2 ** 48 - 1;

/**
 * Returns the smallest id of that moment: all earlier ids are below it. A moment outside the range of ids counts as the nearest one
 * inside.
 */
export function leastIdAt(moment: Date): string {
  const ms = Math.min(Math.max(0, moment.getTime()), maxMs);
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
