import { beaconBytes, mostKept, mostPerBeacon } from '../bounds.ts';
import type { Context } from '../context.ts';
import type { Limiter } from '../requests/limiter.ts';
import type { WireEvent } from './wire-event.ts';

/**
 * Passes events to the browser, which sends them even if the page ends. While requests fail it is given none: nobody learns what becomes of
 * them. Those that it does not take go by a request, and into the storage first, because the page may end before there is an answer: what
 * is sent twice is stored once.
 */
export function createHandOver({ scope, addressOf, post, store }: Context, limiter: Limiter) {
  const address = addressOf('/v1/events');
  return async function handOver(events: readonly WireEvent[]): Promise<void> {
    const text = JSON.stringify({ events });
    // Escaped it is longer than its bytes.
    if (events[mostPerBeacon] || (events[1] && encodeURIComponent(text).length > beaconBytes)) {
      const half = events.length >> 1;
      await Promise.all([handOver(events.slice(0, half)), handOver(events.slice(half))]);
    } else if (events[0] && (limiter.waitMs(0) > 0 || !scope.navigator?.sendBeacon?.(address, text))) {
      store.update((stored) => (stored.events = [...(stored.events ?? []), ...events].slice(-mostKept)));
      if (limiter.waitMs(1) === 0) await post(address, { events }, undefined, true);
    }
  };
}
