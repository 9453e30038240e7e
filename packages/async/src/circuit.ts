import { TimeoutError, withTimeout } from './with-timeout.ts';

/** A circuit breaker with a time-out, for calls to a server that may be away, or connected but not answering. */
export interface Circuit {
  readonly timeoutMs: number | undefined;
  /**
   * Calls `work`, unless the circuit is open.
   * @throws TimeoutError when the work takes longer than the time-out; CircuitOpen; what the work throws
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A call has failed a moment ago, so this one was not tried. */
export class CircuitOpen extends Error {
  constructor(name: string) {
    super(`${name} didn't respond a moment ago.`);
    this.name = 'CircuitOpen';
  }
}

/** The settings of a circuit. Times are milliseconds. */
export interface CircuitOptions {
  /** The name of the server, as the subject of a sentence. */
  readonly name: string;
  /** Absent = the work has a time-out of its own, and throws TimeoutError. */
  readonly timeoutMs?: number;
  readonly openMs: number;
  /** Milliseconds. */
  readonly now: () => number;
  /** Which failures open the circuit; absent = each of them. */
  readonly opensOn?: (error: Error) => boolean;
  /** After `openMs` one call at a time is tried until one succeeds; absent = all calls are. */
  readonly halfOpen?: boolean;
  readonly onTimeout?: () => void;
}

/**
 * Creates a circuit. A call that fails or takes too long opens it for `openMs`, so that other calls do not wait for the
 * same failure.
 */
export function createCircuit(options: CircuitOptions): Circuit {
  const { name, timeoutMs, openMs, now, opensOn = () => true, halfOpen = false, onTimeout } = options;
  let openUntil = -Infinity;
  let isHalfOpen = false;
  let isTrying = false;

  function close(): void {
    openUntil = -Infinity;
    isHalfOpen = false;
  }

  function onFailure(error: Error): void {
    if (opensOn(error)) {
      openUntil = now() + openMs;
      isHalfOpen = halfOpen;
    }
    if (error instanceof TimeoutError) onTimeout?.();
  }

  return {
    timeoutMs,
    async run(work) {
      const isTrial = isHalfOpen;
      if (now() < openUntil || (isTrial && isTrying)) throw new CircuitOpen(name);
      if (isTrial) isTrying = true;
      try {
        const result = await (timeoutMs === undefined ? work() : withTimeout(work(), timeoutMs, name));
        if (halfOpen) close();
        return result;
      } catch (error) {
        onFailure(error as Error);
        throw error;
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
}
