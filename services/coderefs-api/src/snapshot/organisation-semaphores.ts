import { errors } from '@bunting/service';

/** Snapshots of one organisation that are taken in at a time; others wait for their turn, and what is more is refused. */
export interface OrganisationSemaphores {
  /** Throws errors.tooManySnapshots. */
  run<Result>(organisationId: string, work: () => Promise<Result>): Promise<Result>;
}

export const maxAtOnce = 4;
export const maxWaiting = 16;

/** Whoever waits holds a connection and nothing else: the body is not read before. */
export function createOrganisationSemaphores(): OrganisationSemaphores {
  const turns = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return {
    async run(organisationId, work) {
      const own = turns.get(organisationId) ?? { running: 0, waiting: [] };
      turns.set(organisationId, own);
      if (own.running < maxAtOnce) own.running += 1;
      else if (own.waiting.length >= maxWaiting) throw errors.tooManySnapshots;
      else await new Promise<void>((resolve) => void own.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = own.waiting.shift();
        // The turn is handed on.
        if (next !== undefined) next();
        else if (--own.running === 0) turns.delete(organisationId);
      }
    },
  };
}
