import { createCounter, createHistogram, type Registry } from '@bunting/observability';
import type { ApplyDueOptions } from './apply-due.ts';

/** Registers the metrics of change requests that the service applies, and returns the function that they are told with. */
export function createWakingMetrics(registry: Registry): ApplyDueOptions['onApplied'] {
  const outcomes = createCounter(registry, {
    name: 'change_requests_applied_total',
    help: 'Change requests that the service tried to apply, by outcome: applied, failed (for good), late (not applied in time).',
    labelNames: ['outcome'],
  });
  const delays = createHistogram(registry, {
    name: 'change_request_delay_seconds',
    help: 'Time between the time of a scheduled change request and its application.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600],
  });
  for (const outcome of ['applied', 'failed', 'late']) outcomes.inc({ outcome }, 0);
  return (outcome, delaySeconds) => {
    outcomes.inc({ outcome });
    if (outcome === 'applied' && delaySeconds !== undefined) delays.observe(delaySeconds);
  };
}
