import { createFastCounter, createHistogram, type Registry } from '@bunting/observability';
import { dayMs } from '@bunting/retention';
import type { StoredCounts } from './storing/store-events.ts';

export interface IngestMetrics {
  /** Records that storing the events of a request took `durationMs`, including the wait for a connection. */
  readonly onStored: (counts: StoredCounts, durationMs: number) => void;
  /** Counts those of the events that were received at `now` whose time is far from it. They are stored all the same. */
  readonly onReceived: (events: readonly Timed[], now: number) => void;
}

interface Timed {
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
}

/** More than the clocks of clients are wrong by. */
const maxAheadMs = dayMs;

/** Creates the metrics. `eventDays`: days that events are kept; undefined = for ever, so no event is too old. */
export function createIngestMetrics(registry: Registry, eventDays?: number): IngestMetrics {
  const events = createFastCounter({
    registry,
    name: 'events_total',
    help: 'Events by outcome: accepted, duplicate; verified = accepted with a valid evaluation trace.',
    label: 'outcome',
  });
  const durations = createHistogram(registry, {
    name: 'event_write_duration_seconds',
    help: 'Time to store the events of one request, including the wait for a connection.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  });
  const outliers = createFastCounter({
    registry,
    name: 'event_time_outliers_total',
    help: 'Events whose occurred_at is more than a day ahead (ahead) or longer ago than EVENT_RETENTION_DAYS (expired); they are accepted.',
    label: 'time',
  });
  const maxAgeMs = eventDays === undefined ? Infinity : eventDays * dayMs;
  return {
    onReceived(events, now) {
      let [ahead, expired] = [0, 0];
      for (const { occurredAt } of events) {
        if (occurredAt - now > maxAheadMs) ahead += 1;
        else if (now - occurredAt > maxAgeMs) expired += 1;
      }
      if (ahead > 0) outliers.add('ahead', ahead);
      if (expired > 0) outliers.add('expired', expired);
    },
    onStored(counts, durationMs) {
      events.add('accepted', counts.accepted);
      events.add('duplicate', counts.duplicates);
      events.add('verified', counts.verified);
      durations.observe(durationMs / 1000);
    },
  };
}
