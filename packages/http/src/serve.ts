import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logger.ts';
import type { Readiness } from './readiness.ts';

/** Why a service could not start, in one sentence that says how to go on. */
export class StartError extends Error {}

/** Starts to listen; resolves with the port, which differs from the one asked for when that is 0. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen(port, () => resolve((server.address() as AddressInfo).port));
  });
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is taken: stop what listens there or choose another port.`);
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user: choose one above 1023.`);
    default:
      return error;
  }
}

/** Takes no new connections, lets requests in flight finish, and cuts off what is left after `timeoutMs`. */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection kept alive is idle once its request has been answered, not at once.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
}

/**
 * Listens on `port` until SIGTERM or SIGINT; then stops being ready, waits `drainDelayMs` so that those who route to it
 * notice, drains, and closes what the service holds. A second signal ends the process at once.
 */
export async function serve(options: {
  server: Server;
  port: number;
  log: Logger;
  readiness: Readiness;
  /** Closes connections to databases and the like; called when no request is left. */
  close: () => Promise<void>;
  drainDelayMs?: number;
  drainTimeoutMs?: number;
}): Promise<void> {
  const { server, port, log, readiness, close, drainDelayMs = 0, drainTimeoutMs = 10_000 } = options;
  const actualPort = await listen(server, port);

  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'Stopping.');
    readiness.end();
    await delay(drainDelayMs);
    await drain(server, drainTimeoutMs);
    // What hangs in closing must not keep the process.
    setTimeout(() => process.exit(1), drainTimeoutMs).unref();
    await close();
    log.info('Stopped.');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  log.info({ port: actualPort }, 'Listening.');
}
