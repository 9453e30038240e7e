import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { endLog } from '@bunting/observability';
import type { Readiness } from '../health/readiness.ts';
import type { ProcessConfig, ServiceContext } from '../service-context.ts';
import { createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';

/** From the signal to the exit. The init system may kill the process ten seconds later. */
const stopTimeoutMs = 20_000;
/** The part of it that is reserved for closing connections to databases. */
const closeTimeoutMs = 3_000;
/** The part of it that requests in flight get at least, however long SHUTDOWN_DELAY_MS is. */
const minDrainMs = 10_000;

/**
 * Listens on PORT until SIGTERM or SIGINT. Then `/readyz` answers 503; the service goes on answering for SHUTDOWN_DELAY_MS, so that
 * load balancers notice; it drains, closes what the context deferred, and exits, all within 20 s (a delay that leaves
 * less than ten of them for the rest adds to that). A second signal ends the process at once. Rejects with a StartError when
 * the port cannot be opened.
 */
export async function serve(
  context: ServiceContext<ProcessConfig & { readonly PORT: number }>,
  options: {
    app: RequestListener;
    readiness: Readiness;
    /** The time in which a request must arrive; 30 s by default. */
    requestTimeoutMs?: number;
    /** The time that requests in flight have at shutdown. */
    drainTimeoutMs?: number;
    /** Connections at a time, if not the default of `createHttpServer`. */
    maxConnections?: number;
    /** Called when no new connections are accepted any more; those that are left are cut after `withinMs`. */
    onDrain?: (withinMs: number) => void;
  },
): Promise<void> {
  const { config, log, tracing } = context;
  const { app, readiness, requestTimeoutMs, drainTimeoutMs = 10_000, maxConnections, onDrain } = options;
  const listener = tracing?.ofRequests(app) ?? app;
  const server = createHttpServer(listener, { requestTimeoutMs, ...(maxConnections && { maxConnections }) });
  const listening = await listen(server, config.PORT, config.HOST);
  const drainDelayMs = config.SHUTDOWN_DELAY_MS;

  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'Stopping.');
    const leftMs = Math.max(stopTimeoutMs, drainDelayMs + minDrainMs);
    // A connection that does not close must not keep the process running.
    setTimeout(() => process.exit(1), leftMs - 500).unref();
    readiness.end();
    listening.closeAfterAnswers();
    await delay(drainDelayMs);
    const drainMs = Math.min(drainTimeoutMs, leftMs - drainDelayMs - closeTimeoutMs);
    const drained = listening.drain(drainMs);
    onDrain?.(drainMs);
    await drained;
    await context.close();
    log.info('Stopped.');
    await endLog(log);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  log.info({ port: listening.port, host: config.HOST }, 'Listening.');
}
