import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '@bunting/embedded-servers';
import type { ProcessRegistry } from './process-registry.ts';

export interface Shutdown {
  /** Resolves when somebody asks this process to end. */
  readonly requested: Promise<void>;
  readonly isRequested: boolean;
  /** Remembers something to stop. What came last is stopped first. */
  add(running: { stop(): Promise<void> }): void;
  stopAll(): Promise<void>;
}

/** npm passes Ctrl-C on to a child that has already had it from the terminal: both count as one. */
const sameSignalMs = 1_000;

/** Listens for Ctrl-C and its like: the first asks for an orderly stop, a second one ends everything at once. */
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
  // A bug of ours must not leave servers running that nobody watches.
  process.on('uncaughtException', (error) => {
    report(String(error.stack));
    process.exitCode = 1;
    onSignal();
  });
  // Whoever read our output may go (npm start | head): that is no reason to stop.
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
        await running.stop().catch((error: unknown) => report(reasonOf(error)));
      }
      registry.killAll(); // nobody is left but what failed half way through its start
      await sleep(0);
      registry.clear();
    },
  };
}
