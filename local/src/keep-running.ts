import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '@bunting/embedded-servers';

/** A program that runs in its own process. */
export interface Running {
  /** Resolves when it has ended, with a text that says how. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Resolves with how a child ended. */
export async function endOf(child: ChildProcess): Promise<string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal ?? `exit code ${code}`;
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** After this time a process counts as healthy, and its next pause is the shortest again. */
const wellAfterMs = 60_000;

/**
 * Starts something and starts it again whenever it ends by itself, with growing pauses. Rejects if the first start fails.
 */
export async function keepRunning(
  name: string,
  start: () => Promise<Running>,
  report: (message: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let running: Running | undefined = await start();

  const watch = async (): Promise<void> => {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      const startedAt = Date.now();
      if (running) {
        const how = await running.ended;
        running = undefined;
        if (stopping.signal.aborted) return;
        report(`${name} ended (${how}); it is started again.`);
      }
      if (Date.now() - startedAt > wellAfterMs) pauseMs = firstPauseMs;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      if (stopping.signal.aborted) return;
      try {
        running = await start();
        report(`${name} runs again.`);
      } catch (error) {
        report(`${name} could not be started again: ${reasonOf(error)}`);
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
