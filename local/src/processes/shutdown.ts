import { setTimeout as sleep } from 'node:timers/promises';
import { getErrorMessage } from '@bunting/embedded-servers';
import type { ProcessRegistry } from './process-registry.ts';

export interface Shutdown {
  /** Resolves when this process gets a signal to end. */
  readonly requested: Promise<void>;
  readonly isRequested: boolean;
  /** Registers something to stop. What was registered last is stopped first. */
  add(running: { stop(): Promise<void> }): void;
  stopAll(): Promise<void>;
}

/** npm passes Ctrl-C on to a child that already got it from the terminal: both count as one. */
const sameSignalMs = 1_000;

/** Listens for Ctrl-C, SIGTERM and SIGHUP: the first one stops everything in order, a second one ends everything at once. */
export function createShutdown(registry: ProcessRegistry, report: (message: string) => void): Shutdown {
  const stack: { stop(): Promise<void> }[] = [];
  let requestedAt: number | undefined;
  let request = () => {};
  const requested = new Promise<void>((resolve) => (request = resolve));

  const onSignal = () => {
    if (requestedAt === undefined) {
      requestedAt = Date.now();
      report('\nStopping …');
      request();
    } else if (Date.now() - requestedAt > sameSignalMs) {
      registry.killAll();
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // An unexpected error must not leave servers running.
  process.on('uncaughtException', (error) => {
    report(String(error.stack));
    process.exitCode = 1;
    onSignal();
  });
  // The reader of our output may end (npm start | head), which is no reason to stop.
  process.stdout.on('error', () => {});

  return {
    requested,
    get isRequested() {
      return requestedAt !== undefined;
    },
    add(running) {
      stack.push(running);
    },
    async stopAll() {
      for (const running of stack.splice(0).toReversed()) {
        await running.stop().catch((error: unknown) => report(getErrorMessage(error)));
      }
      registry.killAll(); // only processes that failed during their start are left
      await sleep(0);
      registry.clear();
    },
  };
}
