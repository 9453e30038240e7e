import {
  createCounter,
  createGauge,
  createHistogram,
  sampleGauge,
  type Registry,
} from '@bunting/observability';
import { withTimeout } from '@bunting/async';
import type { SendOutcome } from '@bunting/webhooks/sender';
import type { Pool } from 'pg';
import { hostColumn, maxPerEndpoint } from './dispatch/claim-deliveries.ts';
import type { Recorded } from './dispatch/record-attempts.ts';
import { maxPerHost } from './dispatch/shares.ts';
import type { DeliveryQueues } from './queues/create-queues.ts';
import type { Sweep } from './sweep/sweeper.ts';

export interface DispatcherMetrics {
  /** `recorded` is absent when another dispatcher's outcome counts, and for a test event. */
  readonly onAttempt: (outcome: SendOutcome, recorded: Recorded | undefined) => void;
  readonly onSweep: (sweep: Sweep) => void;
  readonly onHold: () => void;
  /** Registers what is asked for at every scrape. A source that does not answer is left out instead of failing the scrape. */
  registerGauges(sources: Sources): void;
}

interface Sources {
  readonly queues: DeliveryQueues;
  readonly pool: Pool;
  readonly inFlight: () => number;
  /** Attempts that one organisation may have in flight. */
  readonly perOrganisation: number;
}

const timeoutMs = 1_000;
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 6];

export function createDispatcherMetrics(registry: Registry): DispatcherMetrics {
  const deliveries = createCounter(registry, {
    name: 'webhook_deliveries_total',
    help: 'Recorded attempts by the outcome for the delivery: delivered, retried (another attempt follows), failed.',
    labelNames: ['outcome'],
  });
  const attempts = createHistogram(registry, {
    name: 'webhook_attempt_duration_seconds',
    help: 'Duration of an attempt from look-up to response, by result: succeeded, failed, refused (nothing was sent).',
    labelNames: ['result'],
    buckets: durationBuckets,
  });
  const sweeps = createCounter(registry, {
    name: 'webhook_sweeps_total',
    help: 'Sweeps by outcome: done, skipped (another dispatcher did it), failed.',
    labelNames: ['outcome'],
  });
  const swept = createCounter(registry, {
    name: 'webhook_swept_deliveries_total',
    help: 'Due deliveries without a job, found by sweeps.',
  });
  const sweepDurations = createHistogram(registry, {
    name: 'webhook_sweep_duration_seconds',
    help: 'Duration of a finished sweep.',
    buckets: durationBuckets,
  });
  const holds = createCounter(registry, {
    name: 'webhook_endpoint_holds_total',
    help: 'Endpoints put on hold because every attempt failed for five days.',
  });
  for (const outcome of ['delivered', 'retried', 'failed']) deliveries.inc({ outcome }, 0);
  for (const outcome of ['done', 'skipped', 'failed']) sweeps.inc({ outcome }, 0);

  return {
    onAttempt({ succeeded, refused, durationMs }, recorded) {
      const result = succeeded ? 'succeeded' : refused ? 'refused' : 'failed';
      attempts.observe({ result }, durationMs / 1_000);
      if (recorded === undefined) return;
      deliveries.inc({ outcome: recorded.status === 'pending' ? 'retried' : recorded.status });
    },
    onSweep({ outcome, found, durationMs }) {
      sweeps.inc({ outcome });
      swept.inc(found);
      if (outcome === 'done') sweepDurations.observe(durationMs / 1_000);
    },
    onHold: () => holds.inc(),
    registerGauges({ queues, pool, inFlight, perOrganisation }) {
      registerQueueMetrics(registry, queues);
      registerDatabaseMetrics(registry, pool, perOrganisation);
      const attemptsInFlight = {
        name: 'webhook_attempts_in_flight',
        help: 'Attempts in progress in this process.',
      };
      sampleGauge(registry, attemptsInFlight, inFlight);
    },
  };
}

function registerQueueMetrics(registry: Registry, { all }: DeliveryQueues): void {
  createGauge(registry, {
    name: 'webhook_queue_depth',
    help: 'Jobs by queue and state: waiting, active, delayed.',
    labelNames: ['queue', 'state'],
    async collect() {
      this.reset();
      for (const queue of all) {
        const asked = queue.getJobCounts('wait', 'active', 'delayed');
        const counts = await withTimeout(asked, timeoutMs, 'Redis').catch(() => ({}));
        for (const [state, count] of Object.entries(counts)) {
          this.set({ queue: queue.name, state: state === 'wait' ? 'waiting' : state }, count);
        }
      }
    },
  });
}

/**
 * Leaves out endpoints that have ten attempts in flight, and organisations that have used up their share: there the receiver is slow, and
 * no dispatcher can help. Half of a share counts as used up, since attempts begin and end all the time. One index look-up
 * for each endpoint.
 */
const oldestDueAge = `
  WITH busy AS (
    SELECT endpoint.id, organisation_id, ${hostColumn} AS host, count(*) AS in_flight
    FROM webhook_delivery JOIN webhook_endpoint AS endpoint ON endpoint.id = webhook_endpoint_id
    WHERE leased_until IS NOT NULL AND leased_until > now() GROUP BY endpoint.id
  )
  SELECT coalesce(max(extract(epoch FROM now() - due_at)), 0)::float8 AS number
  FROM webhook_endpoint AS endpoint
  CROSS JOIN LATERAL (
    SELECT due_at FROM webhook_delivery
    WHERE webhook_endpoint_id = endpoint.id AND status = 'pending' AND due_at <= now()
      AND (leased_until IS NULL OR leased_until <= now())
    ORDER BY due_at, id LIMIT 1
  ) AS due
  WHERE NOT EXISTS (SELECT FROM busy WHERE busy.id = endpoint.id AND in_flight >= ${maxPerEndpoint})
    AND (organisation_id, ${hostColumn}) NOT IN (
      SELECT organisation_id, host FROM busy GROUP BY organisation_id, host HAVING sum(in_flight) >= ${maxPerHost})
    AND organisation_id NOT IN (
      SELECT organisation_id FROM busy GROUP BY organisation_id HAVING sum(in_flight) >= $1 / 2.0)`;

function registerDatabaseMetrics(registry: Registry, pool: Pool, perOrganisation: number): void {
  const askNumber = async (text: string, ...values: number[]) => {
    const { rows } = await pool.query<{ number: number }>({ text, values, query_timeout: timeoutMs } as {
      text: string;
    });
    return rows[0]!.number;
  };
  const oldestDue = {
    name: 'webhook_oldest_due_age_seconds',
    help: 'Age of the oldest due delivery whose endpoint and organisation have free capacity; 0 = none.',
  };
  sampleGauge(registry, oldestDue, () => askNumber(oldestDueAge, perOrganisation));
  sampleGauge(registry, { name: 'webhook_endpoints_held', help: 'Endpoints on hold.' }, () =>
    askNumber(`SELECT count(*)::int AS number FROM webhook_endpoint WHERE held_at IS NOT NULL`),
  );
}
