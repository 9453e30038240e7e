import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { getErrorMessage } from '@bunting/embedded-servers';

/** A program that runs in its own process. */
export interface Running {
  /** Resolves when it has ended, with a text that says how. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Resolves with how a child ended. */
export async function waitForExit(child: ChildProcess): Promise<string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal ?? `exit code ${code}`;
}

const pauseMs = 1_000;

/**
 * Starts something and starts it again, after a second, whenever it ends by itself. The first start must succeed: its failure is
 * the caller's.
 */
export async function keepRunning(
  name: string,
  start: () => Promise<Running>,
  report: (message: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let running: Running | undefined = await start();

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const how = await running?.ended;
      if (stopping.signal.aborted) return;
      if (running) report(`${name} exited (${how}); restarting.`);
      running = undefined;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        running = await start();
        report(`${name} is running again.`);
      } catch (error) {
        report(`Restarting ${name} failed: ${getErrorMessage(error)}`);
      }
    }
  };
  const watching = watch();

  return {
    async stop() {
      stopping.abort();
      await running?.stop();
      await watching;
      // A start that was in progress when `stop` was called.
      await running?.stop();
    },
  };
}
