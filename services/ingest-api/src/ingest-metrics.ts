import { createFastCounter, createHistogram, type Registry } from '@bunting/observability';
import type { StoredCounts } from './storing/store-events.ts';

export interface IngestMetrics {
  /** Records that storing the events of a request took `durationMs`, including the wait for a connection. */
  readonly onStored: (counts: StoredCounts, durationMs: number) => void;
}

export function createIngestMetrics(registry: Registry): IngestMetrics {
  const events = createFastCounter({
    registry,
    name: 'events_total',
    help: 'Events by outcome: accepted, duplicate; verified are those accepted with a valid evaluation trace.',
    label: 'outcome',
  });
  const durations = createHistogram(registry, {
    name: 'event_write_duration_seconds',
    help: 'Time to store the events of one request, including the wait for a connection.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  });
  return {
    onStored(counts, durationMs) {
      events.add('accepted', counts.accepted);
      events.add('duplicate', counts.duplicates);
      events.add('verified', counts.verified);
      durations.observe(durationMs / 1000);
    },
  };
}
