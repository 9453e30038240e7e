import { settingsErrors } from './errors.ts';
import { createSemaphore } from './semaphore.ts';
import type { Semaphore } from './semaphore.ts';

/** Runs `work` when its turn has come. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Turns of those who change things, in front of the pool. A change waits in PostgreSQL for the lock of its project or its
 * organisation, on a connection; who waits here has none, so that no project keeps the others waiting, and none of them
 * those who read. First come, first served.
 */
export interface Turns {
  /** Those of what a path names: a project, an organisation, or neither. */
  of(params: Readonly<Record<string, string>>): InTurn;
}

export interface TurnsOptions {
  /** Connections of the pool. Two of them are never taken by changes. */
  readonly poolSize: number;
  /** How long somebody may wait before the answer is 503. */
  readonly waitMs?: number;
}

/** One works, the other is there when the lock is free. */
const maxOfProject = 2;
const maxOfOrganisation = 4;
const maxWaiting = 100;

export function createTurns({ poolSize, waitMs = 5_000 }: TurnsOptions): Turns {
  const refusal = settingsErrors.tooManyWriters;
  const gates = new Map<string, Semaphore>();
  const gateOf = (name: string, most: number): Semaphore => {
    const onEmpty = () => gates.delete(name);
    const gate = gates.get(name) ?? createSemaphore({ most, maxWaiting, refusal, onEmpty });
    gates.set(name, gate);
    return gate;
  };
  const all = createSemaphore({ most: poolSize - 2, maxWaiting, refusal });

  return {
    of({ org, project }) {
      const organisation = org?.toLowerCase();
      return async (work) => {
        const deadline = performance.now() + waitMs;
        const passed: Semaphore[] = [];
        const pass = async (gate: Semaphore) => {
          await gate.enter(deadline - performance.now());
          passed.push(gate);
        };
        try {
          // The narrowest first: whoever waits for their own project is in nobody else's way.
          if (project !== undefined)
            await pass(gateOf(`${organisation}/${project.toLowerCase()}`, maxOfProject));
          if (organisation !== undefined) await pass(gateOf(organisation, maxOfOrganisation));
          await pass(all);
          return await work();
        } finally {
          for (const gate of passed.toReversed()) gate.leave();
        }
      };
    },
  };
}
