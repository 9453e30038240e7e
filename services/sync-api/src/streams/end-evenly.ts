import type { Clock } from '@bunting/async';
import type { Connection } from './connection.ts';
import { lastBytes } from './event-text.ts';
import { shuffle } from './shuffle.ts';

/** So many streams end in a second at least. */
const minEndsPerSecond = 200;
const tickMs = 20;

/**
 * Ends streams one after the other in random order, within that time. Each gets a random time after which its client reconnects, so that
 * those of a process that ends do not all come back at once.
 */
export function endEvenly(connections: readonly Connection[], withinMs: number, clock: Clock): void {
  const left = shuffle([...connections]);
  const durationMs = Math.min(withinMs, (left.length / minEndsPerSecond) * 1000);
  const perTick = Math.max(1, Math.ceil((left.length * tickMs) / Math.max(1, durationMs)));
  const endSome = () => {
    for (const { res } of left.splice(-perTick)) res.end(lastBytes());
    if (left.length > 0) clock.setTimeout(endSome, tickMs);
  };
  endSome();
}
