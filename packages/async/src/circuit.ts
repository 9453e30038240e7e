import { TimedOut, withTimeout } from './with-timeout.ts';

/** Calls to a server that may be away, or connected and silent. */
export interface Circuit {
  readonly timeoutMs: number;
  /** Rejects after the timeout, and at once while the circuit is open. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A failed or silent call opens the circuit for `openMs`: until then nobody else waits for the same trouble. */
export function createCircuit(options: {
  name: string;
  timeoutMs: number;
  openMs: number;
  now: () => number;
  /** The connection is silent: one that will never answer again is better replaced. */
  onTimeout?: () => void;
}): Circuit {
  const { name, timeoutMs, openMs, now, onTimeout = () => {} } = options;
  let openUntil = 0;
  return {
    timeoutMs,
    async run(work) {
      if (now() < openUntil) throw new Error(`${name} did not answer a moment ago.`);
      try {
        return await withTimeout(work(), timeoutMs, name);
      } catch (error) {
        openUntil = now() + openMs;
        if (error instanceof TimedOut) onTimeout();
        throw error;
      }
    },
  };
}
