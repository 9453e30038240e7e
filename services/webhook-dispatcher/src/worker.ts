import { setTimeout as delay } from 'node:timers/promises';
import { createRedis, createRedisSubscriber, redisTargetOf } from '@bunting/access';
import type { Logger } from '@bunting/http';
import type { Tracing } from '@bunting/tracing';
import { createResolve, createSealingKeys, createSender, type Sender } from '@bunting/webhooks';
import type { Pool } from 'pg';
import type { DispatcherConfig } from './config.ts';
import { createDispatcher, type Dispatcher } from './dispatch/dispatcher.ts';
import { createRecorder } from './dispatch/recorder.ts';
import type { DispatcherMetrics } from './dispatcher-metrics.ts';
import { connectBullMq } from './queues/connect-bullmq.ts';
import { createQueues, type DeliveryQueues } from './queues/create-queues.ts';
import { hearDue } from './queues/hear-due.ts';
import { startWorkers } from './queues/start-workers.ts';
import { createSweeper } from './sweep/sweeper.ts';

export interface RunningWorker {
  readonly queues: DeliveryQueues;
  readonly dispatcher: Dispatcher;
  readonly connections: Readonly<Record<string, { readonly status: string }>>;
  /** Takes on nothing more, finishes what is in flight, closes its connections but the pool. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  readonly config: DispatcherConfig;
  readonly pool: Pool;
  readonly metrics: DispatcherMetrics;
  /** Absent = off. */
  readonly tracing?: Tracing | undefined;
  readonly log: Logger;
}

/** What the service does: hears of deliveries, sweeps up those it missed, and makes their attempts. */
export function startWorker({ config, pool, metrics, tracing, log }: WorkerOptions): RunningWorker {
  const onQueueError = (error: Error) => log.debug({ reason: error.message }, 'A queue is in trouble');
  const target = redisTargetOf(config);
  const redis = createRedis(target, { name: 'webhook-dispatcher:sweep', log });
  const subscriber = createRedisSubscriber(target, { name: 'webhook-dispatcher:subscriber', log });
  const bullMq = connectBullMq(target, onQueueError);
  const queues = createQueues(bullMq, onQueueError);
  const allowInsecure = config.WEBHOOK_ALLOW_INSECURE_TARGETS;
  const sender = createSender({ allowInsecure, resolve: createResolve({ withLocalNames: allowInsecure }) });
  const dispatcher = createDispatcher({
    pool,
    sender: tracing === undefined ? sender : traced(sender, tracing),
    recorder: createRecorder({
      pool,
      log,
      onHeld(endpoint) {
        log.warn({ endpoint }, 'Everything sent to an endpoint failed for five days: it is on hold');
        metrics.onHeld();
      },
    }),
    keys: createSealingKeys(config.SECRETS_ENCRYPTION_KEY, config.SECRETS_ENCRYPTION_KEY_PREVIOUS),
    retryDelaysSeconds: config.WEBHOOK_RETRY_DELAYS_SECONDS,
    leaseSeconds: config.WEBHOOK_LEASE_SECONDS,
    maxInFlight: config.WEBHOOK_MAX_IN_FLIGHT,
    log,
    onAttempt({ id, endpointId }, outcome, recorded) {
      metrics.onAttempt(outcome, recorded);
      const { succeeded, status, durationMs, error } = outcome;
      log.debug({ delivery: id, endpoint: endpointId, succeeded, status, durationMs, error }, 'attempt');
    },
    onRetry: (retry) => void queues.addRetry(retry).catch(onQueueError), // the sweep finds it, too
  });
  const sweeper = createSweeper({
    pool,
    redis,
    intervalSeconds: config.WEBHOOK_SWEEP_INTERVAL_SECONDS,
    log,
    onSweep: metrics.onSweep,
    // Without Redis there is no queue, but there is still somebody to do the work.
    requeue: (found) =>
      queues.addSwept(found).catch(() => found.forEach((each) => void dispatcher.deliver(each))),
  });
  const hearing = hearDue({
    subscriber,
    onDue: (deliveries) => void queues.addFresh(deliveries).catch(onQueueError),
    onConnected: () => void sweeper.sweepNow(),
  });
  const workers = startWorkers({
    connection: bullMq,
    work: (job) => dispatcher.deliver(job),
    concurrency: config.WEBHOOK_MAX_IN_FLIGHT,
    onError: onQueueError,
  });
  void sweeper.sweepNow();
  const orphans = sweepOrphans(() => sweeper.sweepNow(), config.WEBHOOK_LEASE_SECONDS);

  return {
    queues,
    dispatcher,
    connections: { sweep: redis, subscriber, queues: bullMq },
    async stop() {
      hearing.stop();
      orphans.abort();
      await sweeper.stop();
      await Promise.all([dispatcher.stop(), workers.close(stopTimeoutMs)]);
      await Promise.all([sender.close(), queues.close().catch(onQueueError)]);
      for (const connection of [redis, subscriber, bullMq]) connection.disconnect();
    },
  };
}

function traced(sender: Sender, tracing: Tracing): Sender {
  return { ...sender, sendWebhook: (sent) => tracing.ofAttempt(sent.url, () => sender.sendWebhook(sent)) };
}

const stopTimeoutMs = 7_000;

/** A dispatcher that was killed and started again finds what it left as soon as its leases have run out. */
function sweepOrphans(sweepNow: () => Promise<void>, leaseSeconds: number): AbortController {
  const stopping = new AbortController();
  delay((leaseSeconds + 1) * 1_000, undefined, { signal: stopping.signal, ref: false }).then(
    sweepNow,
    () => {},
  );
  return stopping;
}
