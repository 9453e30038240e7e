import { createSemaphore, SemaphoreFull, type Semaphore } from '@bunting/async';
import { errors } from '@bunting/service';

/** Limits how many snapshots of one organisation are received at a time; a few more wait, and the others are refused. */
export interface OrganisationSemaphores {
  /** Throws errors.tooManySnapshots. */
  run<Result>(organisationId: string, work: () => Promise<Result>): Promise<Result>;
}

export const maxAtOnce = 4;
export const maxWaiting = 16;

/** A request that waits needs nothing but its connection: its body is not read before. */
export function createOrganisationSemaphores(): OrganisationSemaphores {
  const semaphores = new Map<string, Semaphore>();
  return {
    async run(organisationId, work) {
      const semaphore =
        semaphores.get(organisationId) ??
        createSemaphore(maxAtOnce, { maxWaiting, onIdle: () => semaphores.delete(organisationId) });
      semaphores.set(organisationId, semaphore);
      await semaphore.acquire().catch((error: unknown) => {
        throw error instanceof SemaphoreFull ? errors.tooManySnapshots : error;
      });
      try {
        return await work();
      } finally {
        semaphore.release();
      }
    },
  };
}
