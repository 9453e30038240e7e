import { setTimeout as delay } from 'node:timers/promises';
import { createRedis, createRedisSubscriber, redisTargetOf, subscribeChannel } from '@bunting/redis';
import type { Logger } from '@bunting/observability';
import type { Tracing } from '@bunting/observability';
import {
  createResolve,
  createSealingKeys,
  dueChannel,
  parseDueMessage,
  testChannel,
} from '@bunting/webhooks';
import { createSender, type Sender, type SendOutcome } from '@bunting/webhooks/sender';
import type { Pool } from 'pg';
import type { DispatcherConfig } from './config.ts';
import { createDispatcher } from './dispatch/dispatcher.ts';
import { createRecorder } from './dispatch/recorder.ts';
import type { DispatcherMetrics } from './dispatcher-metrics.ts';
import { connectBullMq } from './queues/connect-bullmq.ts';
import { createQueues, type DeliveryQueues } from './queues/create-queues.ts';
import { startWorkers } from './queues/start-workers.ts';
import { createSweeper } from './sweep/sweeper.ts';
import { answerTests } from './test-events/answer-tests.ts';
import { sendTest } from './test-events/send-test.ts';

export interface RunningWorker {
  readonly queues: DeliveryQueues;
  /** How many attempts it is making. */
  inFlight(): number;
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

/** What the service does: hears of deliveries, sweeps up those it missed, makes their attempts; and sends test events. */
export function startWorker({ config, pool, metrics, tracing, log }: WorkerOptions): RunningWorker {
  const onQueueError = (error: Error) => log.debug({ reason: error.message }, 'A queue is in trouble');
  const target = redisTargetOf(config);
  const redis = createRedis(target, { name: 'webhook-dispatcher:commands', log });
  const subscriber = createRedisSubscriber(target, { name: 'webhook-dispatcher:subscriber', log });
  const bullMq = connectBullMq(target, onQueueError);
  const queues = createQueues(bullMq, onQueueError);
  const allowInsecure = config.WEBHOOK_ALLOW_INSECURE_TARGETS;
  const ownSender = createSender({
    allowInsecure,
    resolve: createResolve({ withLocalNames: allowInsecure }),
  });
  const sender = tracing === undefined ? ownSender : traced(ownSender, tracing);
  const keys = createSealingKeys(config.SECRETS_ENCRYPTION_KEY, config.SECRETS_ENCRYPTION_KEY_PREVIOUS);
  const dispatcher = createDispatcher({
    pool,
    sender,
    recorder: createRecorder({
      pool,
      log,
      onHeld(endpoint) {
        log.warn({ endpoint }, 'Everything sent to an endpoint failed for five days: it is on hold');
        metrics.onHeld();
      },
    }),
    keys,
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
  const onTest = (outcome: SendOutcome) => metrics.onAttempt(outcome, undefined);
  const tests = answerTests({
    redis,
    send: (request) => sendTest({ pool, sender, keys, onAttempt: onTest }, request),
    log,
  });
  const subscriptions = [
    subscribeChannel({
      subscriber,
      channel: dueChannel,
      onMessage(message) {
        // A crowd of one organisation is no queue of jobs for the others to wait in.
        const due = parseDueMessage(message).filter(({ endpointId }) => !dispatcher.isTurnedAway(endpointId));
        void queues.addFresh(due).catch(onQueueError);
      },
      onSubscribed: () => void sweeper.sweepNow(), // it finds what was missed, and goes on meanwhile
    }),
    subscribeChannel({ subscriber, channel: testChannel, onMessage: (id) => tests.hear(id) }),
  ];
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
    inFlight: () => dispatcher.inFlight() + tests.inFlight(),
    connections: { commands: redis, subscriber, queues: bullMq },
    async stop() {
      for (const subscription of subscriptions) subscription.stop();
      orphans.abort();
      await sweeper.stop();
      await Promise.all([dispatcher.stop(), tests.stop(), workers.close(stopTimeoutMs)]);
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
