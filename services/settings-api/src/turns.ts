import type { HttpError } from '@bunting/http';
import { settingsErrors } from './errors.ts';

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
const mostOfProject = 2;
const mostOfOrganisation = 4;
const mostWaiting = 100;
const refusal = settingsErrors.tooManyWriters;

export function createTurns({ poolSize, waitMs = 5_000 }: TurnsOptions): Turns {
  const gates = new Map<string, Gate>();
  const gateOf = (name: string, most: number): Gate => {
    const gate = gates.get(name) ?? createGate({ most, onEmpty: () => gates.delete(name), refusal });
    gates.set(name, gate);
    return gate;
  };
  const all = createGate({ most: poolSize - 2, refusal });

  return {
    of({ org, project }) {
      const organisation = org?.toLowerCase();
      return async (work) => {
        const deadline = performance.now() + waitMs;
        const passed: Gate[] = [];
        const pass = async (gate: Gate) => {
          await gate.enter(deadline - performance.now());
          passed.push(gate);
        };
        try {
          // The narrowest first: whoever waits for their own project is in nobody else's way.
          if (project !== undefined)
            await pass(gateOf(`${organisation}/${project.toLowerCase()}`, mostOfProject));
          if (organisation !== undefined) await pass(gateOf(organisation, mostOfOrganisation));
          await pass(all);
          return await work();
        } finally {
          for (const gate of passed.toReversed()) gate.leave();
        }
      };
    },
  };
}

/** A semaphore with a queue: first come, first served. */
export interface Gate {
  enter(waitMs: number): Promise<void>;
  leave(): void;
}

export interface GateOptions {
  readonly most: number;
  /** Called when nobody is inside any more. */
  readonly onEmpty?: () => void;
  /** What is thrown when it is not one's turn in time. */
  readonly refusal: HttpError;
}

export function createGate({ most, onEmpty = () => {}, refusal }: GateOptions): Gate {
  let inside = 0;
  const waiting = new Set<() => void>();
  return {
    async enter(waitMs) {
      if (inside < most) {
        inside += 1;
        return;
      }
      if (waiting.size >= mostWaiting) throw refusal;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(enterNow);
          reject(refusal);
        }, waitMs);
        const enterNow = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.add(enterNow);
      });
    },
    leave() {
      const [next] = waiting;
      if (next !== undefined) {
        waiting.delete(next);
        next();
        return;
      }
      inside -= 1;
      if (inside === 0) onEmpty();
    },
  };
}
