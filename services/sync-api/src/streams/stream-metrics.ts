import { createCounter, createGauge, createHistogram, type Registry } from '@bunting/observability';
import type { KeyKind } from '@bunting/definitions';

/** Why a stream was not opened. */
export type StreamRefusal =
  | 'key'
  | 'organisation'
  | 'rate'
  | 'connections'
  | 'share'
  | 'address'
  | 'unavailable';

export interface StreamMetrics {
  /** Counts that a stream was notified of a change, `seconds` after this process had received it. */
  onNotified(seconds: number): void;
  onRefused(reason: StreamRefusal): void;
  /** Samples the open streams by kind of key. */
  sampleConnections(count: () => Readonly<Record<KeyKind, number>>): void;
}

export function createStreamMetrics(registry: Registry): StreamMetrics {
  const notifications = createCounter(registry, {
    name: 'stream_notifications_total',
    help: 'Events written to streams.',
  });
  const durations = createHistogram(registry, {
    name: 'stream_notify_duration_seconds',
    help: 'Time from this process receiving a change to notifying a stream of it.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  const refusals = createCounter(registry, {
    name: 'stream_refusals_total',
    help: 'Refused streams, by reason.',
    labelNames: ['reason'],
  });
  return {
    onNotified(seconds) {
      notifications.inc();
      durations.observe(seconds);
    },
    onRefused: (reason) => refusals.inc({ reason }),
    sampleConnections(count) {
      createGauge(registry, {
        name: 'stream_connections',
        help: 'Open streams by kind of key.',
        labelNames: ['kind'],
        collect() {
          for (const [kind, open] of Object.entries(count())) this.set({ kind }, open);
        },
      });
    },
  };
}
