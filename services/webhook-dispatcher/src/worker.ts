import { setTimeout as delay } from 'node:timers/promises';
import { registerRedisMetrics, type Tracing } from '@bunting/observability';
import { toRedisTarget, subscribeChannel } from '@bunting/redis';
import { openRedis, openRedisSubscriber, type ServiceContext } from '@bunting/service';
import { createSealingKeys, type SealingKeys } from '@bunting/sealed-secrets';
import { createResolve, dueChannel, parseDueMessage, readTargetRules, testChannel } from '@bunting/webhooks';
import { createSender, type Sender } from '@bunting/webhooks/sender';
import type { Pool } from 'pg';
import type { DispatcherConfig } from './config.ts';
import { createDispatcher, type Dispatcher } from './dispatch/dispatcher.ts';
import { createRecorder } from './dispatch/recorder.ts';
import { maxPerOrganisation } from './dispatch/shares.ts';
import type { DispatcherMetrics } from './dispatcher-metrics.ts';
import { connectBullMq } from './queues/connect-bullmq.ts';
import { createQueues, type DeliveryQueues } from './queues/create-queues.ts';
import { startWorkers } from './queues/start-workers.ts';
import { createSweeper } from './sweep/sweeper.ts';
import { answerTests } from './test-events/answer-tests.ts';
import { sendTest } from './test-events/send-test.ts';

interface WorkerOptions {
  readonly context: ServiceContext<DispatcherConfig>;
  readonly pool: Pool;
  readonly metrics: DispatcherMetrics;
}

interface SendOptions extends WorkerOptions {
  readonly sender: Sender;
  readonly keys: SealingKeys;
  readonly queues: DeliveryQueues;
  readonly onQueueError: (error: Error) => void;
}

/** The time that jobs have to end when the service stops. */
const stopTimeoutMs = 7_000;

/**
 * Starts the work of the service: it makes the attempts of deliveries that are announced, retried or found by the sweep, and
 * sends test events. The context stops it.
 */
export function startWorker(options: WorkerOptions): DeliveryQueues {
  const { context, pool, metrics } = options;
  const { config, log } = context;
  const onQueueError = (error: Error) => log.debug({ reason: error.message }, 'A queue failed');
  const redis = openRedis(context, 'commands');
  const subscriber = openRedisSubscriber(context);
  const bullMq = openBullMq(context, onQueueError);
  const queues = createQueues(bullMq, onQueueError);
  context.defer(() => queues.close().catch(onQueueError));
  const sender = openSender(context);
  const keys = createSealingKeys(config.SECRETS_ENCRYPTION_KEY, config.SECRETS_ENCRYPTION_KEY_PREVIOUS);

  const dispatcher = openDispatcher({ ...options, sender, keys, queues, onQueueError });
  const tests = answerTests({
    redis,
    send: (request) =>
      sendTest(
        { pool, sender, keys, onAttempt: (outcome) => metrics.onAttempt(outcome, undefined) },
        request,
      ),
    log,
  });
  const workers = startWorkers({
    connection: bullMq,
    work: (job) => dispatcher.deliver(job),
    concurrency: config.WEBHOOK_MAX_IN_FLIGHT,
    onError: onQueueError,
  });
  // Together: a job ends when its attempt has ended, and the dispatcher must begin no others meanwhile.
  context.defer(() => Promise.all([dispatcher.stop(), tests.stop(), workers.close(stopTimeoutMs)]));

  const sweeper = createSweeper({
    pool,
    redis,
    intervalSeconds: config.WEBHOOK_SWEEP_INTERVAL_SECONDS,
    log,
    onSweep: metrics.onSweep,
    // Without Redis there is no queue; then this process delivers what it found.
    requeue: (found) =>
      queues.addSwept(found).catch(() => found.forEach((each) => void dispatcher.deliver(each))),
  });
  context.defer(() => sweeper.stop());
  void sweeper.sweepNow();
  const leaseSweep = sweepAfterLeases(() => sweeper.sweepNow(), config.WEBHOOK_LEASE_SECONDS);
  context.defer(() => leaseSweep.abort());

  const dueMessages = subscribeChannel({
    subscriber,
    channel: dueChannel,
    onMessage(message) {
      // Deliveries that wait for the share of their organisation must not queue in front of the others.
      const due = parseDueMessage(message).filter(({ endpointId }) => !dispatcher.isPostponed(endpointId));
      void queues.addFresh(due).catch(onQueueError);
    },
    // Messages may have been lost before; the sweep finds their deliveries.
    onSubscribed: () => void sweeper.sweepNow(),
  });
  context.defer(() => dueMessages.stop());
  const testMessages = subscribeChannel({
    subscriber,
    channel: testChannel,
    onMessage: (id) => tests.receive(id),
  });
  context.defer(() => testMessages.stop());

  metrics.registerGauges({
    queues,
    pool,
    inFlight: () => dispatcher.inFlight() + tests.inFlight(),
    perOrganisation: maxPerOrganisation(config.WEBHOOK_MAX_IN_FLIGHT),
  });
  return queues;
}

function openBullMq(context: ServiceContext<DispatcherConfig>, onError: (error: Error) => void) {
  const connection = connectBullMq(toRedisTarget(context.config), onError);
  context.defer(() => connection.disconnect());
  registerRedisMetrics(context.registry, 'queues', connection);
  return connection;
}

function openSender(context: ServiceContext<DispatcherConfig>): Sender {
  const { config, tracing } = context;
  const { withLocalNames, ...rules } = readTargetRules(config);
  const sender = createSender({ ...rules, resolve: createResolve({ withLocalNames }) });
  context.defer(() => sender.close());
  return tracing === undefined ? sender : traceAttempts(sender, tracing);
}

function traceAttempts(sender: Sender, tracing: Tracing): Sender {
  return { ...sender, sendWebhook: (sent) => tracing.ofAttempt(sent.url, () => sender.sendWebhook(sent)) };
}

function openDispatcher({
  context,
  pool,
  metrics,
  sender,
  keys,
  queues,
  onQueueError,
}: SendOptions): Dispatcher {
  const { config, log } = context;
  const recorder = createRecorder({
    pool,
    log,
    onHold(endpoint) {
      log.warn({ endpoint }, 'All deliveries to an endpoint failed for five days; it is now on hold');
      metrics.onHold();
    },
  });
  return createDispatcher({
    pool,
    sender,
    recorder,
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
    // A retry that gets no job is found by the sweep.
    onRetry: (retry) => void queues.addRetry(retry).catch(onQueueError),
  });
}

/** Sweeps when the leases of a dispatcher that was killed have ended, so that a restart finds soon what it left. */
function sweepAfterLeases(sweepNow: () => Promise<void>, leaseSeconds: number): AbortController {
  const stopping = new AbortController();
  delay((leaseSeconds + 1) * 1_000, undefined, { signal: stopping.signal, ref: false }).then(
    sweepNow,
    () => {},
  );
  return stopping;
}
