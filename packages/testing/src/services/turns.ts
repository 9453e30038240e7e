import { once } from 'node:events';
import type { ServiceProcess } from './test-service.ts';

/** Of a service that was started with `measuredTurns` in its environment. */
export interface Turns {
  /** Processor time of the longest turn of its event loop since it was last asked, the work of other threads included. */
  readonly worstTurnMs: number;
  /** Since it began. */
  readonly cpuMs: number;
  readonly memory: NodeJS.MemoryUsage;
}

/** What happened in this process since it was begun. */
export interface OwnTurns {
  /** Of the event loop. */
  readonly count: number;
  /** Processor time of the longest, the work of other threads included. */
  readonly worstTurnMs: number;
}

/** Watches the event loop of this process; the function that it gives ends that. */
export function watchTurns(): () => OwnTurns {
  let count = 0;
  let worstTurnMs = 0;
  let isOver = false;
  let before = process.cpuUsage();
  const turn = () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    count += 1;
    worstTurnMs = Math.max(worstTurnMs, (user + system) / 1_000);
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    return { count, worstTurnMs };
  };
}

/** For the environment of a service; `options` go to Node.js as well. */
export function measuredTurns(...options: readonly string[]): { readonly NODE_OPTIONS: string } {
  const preload = `--import=${new URL('../../dist/services/measure-turns.js', import.meta.url).href}`;
  return { NODE_OPTIONS: [preload, ...options].join(' ') };
}

/** `withoutGarbage`: of its memory, what is in use. */
export async function turnsOf({ child }: ServiceProcess, { withoutGarbage = false } = {}): Promise<Turns> {
  child.send(withoutGarbage ? 'memory' : 'turns');
  const [turns] = (await once(child, 'message')) as [Turns];
  return turns;
}
