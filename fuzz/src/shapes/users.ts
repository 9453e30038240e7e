import { collidingNumber } from './colliding.ts';

/** Users with all attributes that the rules of `targeting.ts` check, with texts of `length` characters. */
export function createUser(length: number): object {
  const text = 'a'.repeat(length);
  const audiences = Array.from(
    { length: Math.min(1_000, Math.floor(length / 8)) },
    (_, n) => `b${n.toString(36)}`,
  );
  const numbers = Array.from({ length: Math.floor(length / 12) }, (_, n) => collidingNumber(-1 - n));
  return {
    id: 'user-1',
    country: 'CA',
    app_version: `1.2.3-${'a'.repeat(Math.min(length, 2_000))}`,
    ip: '192.0.2.1',
    audiences,
    custom_data: { t: text, n: 7, d: '2026-01-01T00:00:00Z', u: 'u', c: collidingNumber(-1), l: numbers },
  };
}

/**
 * Lengths: a short one, the longest that every pattern reads, the longest that any condition reads, and one that fills a
 * body of 100 KB.
 */
export const userLengths = [20, 256, 4_096, 45_000];
/** For explanations, which accept shorter texts. */
export const explainedLengths = [256, 4_000, 25_000];
