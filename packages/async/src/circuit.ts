import { TimeoutError, withTimeout } from './with-timeout.ts';

/** A circuit breaker with a time-out, for calls to a server that may be away, or connected but not answering. */
export interface Circuit {
  readonly timeoutMs: number;
  /**
   * Calls `work`, unless the circuit is open.
   * @throws TimeoutError when the work takes longer than the time-out; CircuitOpen; what the work throws
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A call has failed a moment ago, so this one was not tried. */
export class CircuitOpen extends Error {
  constructor(name: string) {
    super(`${name} did not answer a moment ago.`);
    this.name = 'CircuitOpen';
  }
}

/**
 * A call that fails or takes too long opens the circuit for `openMs`, so that other calls do not wait for the same failure.
 * Afterwards calls are tried again.
 */
export function createCircuit(options: {
  /** The name of the called server, as the subject of a sentence. */
  name: string;
  timeoutMs: number;
  openMs: number;
  /** Milliseconds. */
  now: () => number;
  onTimeout?: () => void;
}): Circuit {
  const { name, timeoutMs, openMs, now, onTimeout = () => {} } = options;
  let openUntil = 0;
  return {
    timeoutMs,
    async run(work) {
      if (now() < openUntil) throw new CircuitOpen(name);
      try {
        return await withTimeout(work(), timeoutMs, name);
      } catch (error) {
        openUntil = now() + openMs;
        if (error instanceof TimeoutError) onTimeout();
        throw error;
      }
    },
  };
}
