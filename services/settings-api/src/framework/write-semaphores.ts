import { createKeyedSemaphore, createSemaphore } from '@bunting/async';
import { settingsErrors } from './errors.ts';
import { withPermits } from './permits.ts';

/** Runs `work` with the permits that a change needs. Throws 503 when it does not get them in time. */
export type WriteSemaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits how many changes have a connection at a time. In PostgreSQL a change waits for the lock of its project or its organisation,
 * and has a connection of the pool meanwhile. A change that waits here has none, so that the changes of one project cannot take
 * the connections that other projects and all readers need.
 */
export interface WriteSemaphores {
  /** Returns the semaphore for a path, which may name a project, an organisation, or neither. */
  of(params: Readonly<Record<string, string>>): WriteSemaphore;
}

export interface WriteSemaphoresOptions {
  /** Connections of the pool. Two of them are never used by changes. */
  readonly poolSize: number;
  /** The time that a change waits before the answer is 503. */
  readonly maxWaitMs?: number;
}

/** While one works, the other already waits for the lock in PostgreSQL. */
const permitsOfProject = 2;
const permitsOfOrganisation = 4;
const maxWaiting = 100;

export function createWriteSemaphores({
  poolSize,
  maxWaitMs = 5_000,
}: WriteSemaphoresOptions): WriteSemaphores {
  const projects = createKeyedSemaphore(permitsOfProject, { maxWaiting });
  const organisations = createKeyedSemaphore(permitsOfOrganisation, { maxWaiting });
  const all = createSemaphore(poolSize - 2, { maxWaiting });
  const options = { maxWaitMs, refusal: settingsErrors.tooManyWriters };

  return {
    of({ org, project }) {
      const organisation = org?.toLowerCase();
      // The narrowest comes first: a change that waits for its project has no permit that others need.
      const sources = [
        ...(project === undefined ? [] : [projects(`${organisation}/${project.toLowerCase()}`)]),
        ...(organisation === undefined ? [] : [organisations(organisation)]),
        all,
      ];
      return (work) => withPermits(sources, options, work);
    },
  };
}
