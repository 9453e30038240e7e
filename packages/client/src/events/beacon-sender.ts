import type { WireEvent } from '@bunting/sdk-core';
import { maxBeaconBytes, maxStoredEvents, maxEventsPerBeacon } from '../bounds.ts';
import type { RequestContext } from '../request-context.ts';
import type { RequestGate } from '../requests/request-gate.ts';

/**
 * Creates the function that passes events to the browser, which sends them even if the page closes. While requests fail it passes none, because the
 * outcome of a beacon is unknown. Events that the browser does not take are stored and sent by a request: the page may close before the answer, and
 * the service stores an event that is sent twice once.
 */
export function createBeaconSender({ platform, getUrl, post, store }: RequestContext, gate: RequestGate) {
  const url = getUrl('/v1/events');
  return async function sendBeacons(events: readonly WireEvent[]): Promise<void> {
    const text = JSON.stringify({ events });
    // The escaped text has at least as many characters as the text has bytes.
    if (events[maxEventsPerBeacon] || (events[1] && encodeURIComponent(text).length > maxBeaconBytes)) {
      const half = events.length >> 1;
      await Promise.all([sendBeacons(events.slice(0, half)), sendBeacons(events.slice(half))]);
    } else if (events[0] && (gate.waitMs(0) > 0 || !platform.navigator?.sendBeacon?.(url, text))) {
      store.update(
        (stored) => (stored.events = [...(stored.events ?? []), ...events].slice(-maxStoredEvents)),
      );
      if (gate.waitMs(1) === 0) await post(url, { events }, undefined, true);
    }
  };
}
