import { once } from 'node:events';
import type { ServiceProcess } from './test-service.ts';

/** The measurements of a service by `turnsOf`. */
export interface Turns {
  /** Milliseconds of processor time of the longest turn of the event loop since the last question, including work of other threads. */
  readonly worstTurnMs: number;
  /** Milliseconds of processor time since the service started. */
  readonly cpuMs: number;
  readonly memory: NodeJS.MemoryUsage;
}

/** The measurements of this process by `watchTurns`. */
export interface OwnTurns {
  /** Turns of the event loop; those within a millisecond count as one. */
  readonly count: number;
  /** Milliseconds of processor time of the longest turn, including work of other threads. */
  readonly worstTurnMs: number;
}

/**
 * Measures the turns of this process' event loop until the returned function is called, which returns the result. A timer of a millisecond
 * looks: a callback in each turn would keep a core busy while the test waits.
 */
export function watchTurns(): () => OwnTurns {
  let count = 0;
  let worstTurnMs = 0;
  let before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    count += 1;
    worstTurnMs = Math.max(worstTurnMs, (user + system) / 1_000);
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return { count, worstTurnMs };
  };
}

/**
 * Returns the environment variables with which `turnsOf` can measure a service. `options` are further options of
 * Node.js.
 */
export function measuredTurns(...options: readonly string[]): { readonly NODE_OPTIONS: string } {
  const preload = `--import=${new URL('../../dist/services/measure-turns.js', import.meta.url).href}`;
  return { NODE_OPTIONS: [preload, ...options].join(' ') };
}

/** Asks a service that was started with `measuredTurns`. `withoutGarbage` collects garbage before it measures memory. */
export async function readTurns({ child }: ServiceProcess, { withoutGarbage = false } = {}): Promise<Turns> {
  child.send(withoutGarbage ? 'memory' : 'turns');
  const [turns] = (await once(child, 'message')) as [Turns];
  return turns;
}
