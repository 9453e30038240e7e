import { withTimeout } from './with-timeout.ts';

/** Calls to a server that may be away, or connected and silent. */
export interface Circuit {
  /** Rejects after the timeout, and at once while the circuit is open. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A failed or silent call opens the circuit for `openMs`: until then nobody else waits for the same trouble. */
export function createCircuit(options: {
  name: string;
  timeoutMs: number;
  openMs: number;
  now: () => number;
}): Circuit {
  const { name, timeoutMs, openMs, now } = options;
  let openUntil = 0;
  return {
    async run(work) {
      if (now() < openUntil) throw new Error(`${name} did not answer a moment ago.`);
      try {
        return await withTimeout(work(), timeoutMs, name);
      } catch (error) {
        openUntil = now() + openMs;
        throw error;
      }
    },
  };
}
