import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from './listen.ts';
import type { Logger } from '@bunting/observability';
import type { Readiness } from '../health/readiness.ts';

/** From the signal to the end, whatever is in flight: what runs services may kill them ten seconds later. */
const stopWithinMs = 20_000;
/** What of it is left for closing connections to databases and the like. */
const closeWithinMs = 3_000;

/**
 * Listens on `port` until SIGTERM or SIGINT; then stops being ready, goes on answering for `drainDelayMs` so that those who
 * route to it notice, drains, closes what the service holds and exits, all within 20 s (a delay that leaves less than ten
 * of them for the rest adds to that). A second signal ends the process at once.
 */
export async function serve(options: {
  server: Server;
  port: number;
  /** The address to listen on; absent = loopback. */
  host?: string;
  log: Logger;
  readiness: Readiness;
  /** Closes connections to databases and the like; called when no request is left. */
  close: () => Promise<void>;
  drainDelayMs?: number;
  drainTimeoutMs?: number;
}): Promise<void> {
  const { server, log, readiness, close, drainDelayMs = 0, drainTimeoutMs = 10_000 } = options;
  const listening = await listen(server, options.port, options.host);

  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'Stopping.');
    const leftMs = Math.max(stopWithinMs, drainDelayMs + 10_000);
    // What hangs in closing must not keep the process.
    setTimeout(() => process.exit(1), leftMs - 500).unref();
    readiness.end();
    listening.closeAfterAnswers();
    await delay(drainDelayMs);
    await listening.drain(Math.min(drainTimeoutMs, leftMs - drainDelayMs - closeWithinMs));
    await close();
    log.info('Stopped.');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  log.info({ port: listening.port, host: options.host }, 'Listening.');
}
