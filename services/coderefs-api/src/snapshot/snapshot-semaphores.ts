import { createKeyedSemaphore, SemaphoreFull } from '@bunting/async';
import { errors } from '@bunting/service';

/** Limits how many snapshots are received and stored at a time. */
export interface SnapshotSemaphores {
  /**
   * A few snapshots of an organisation are received at a time; a few more wait, which need nothing but their connection, because
   * their bodies are not read before. Throws errors.tooManySnapshots for the others.
   */
  receive<Result>(organisationId: string, work: () => Promise<Result>): Promise<Result>;
  /**
   * Snapshots of one repository are stored one after the other, in the order in which their last byte arrived. One that waits here has no
   * connection to the database, so that a repository that is pushed many times at once does not delay the others. Between
   * processes the row of the repository is the lock.
   */
  store<Result>(repository: string, work: () => Promise<Result>): Promise<Result>;
}

export const maxAtOnce = 4;
export const maxWaiting = 16;

export function createSnapshotSemaphores(): SnapshotSemaphores {
  const organisations = createKeyedSemaphore(maxAtOnce, { maxWaiting });
  const repositories = createKeyedSemaphore(1);
  return {
    async receive(organisationId, work) {
      const semaphore = organisations(organisationId);
      await semaphore.acquire().catch((error: unknown) => {
        throw error instanceof SemaphoreFull ? errors.tooManySnapshots : error;
      });
      try {
        return await work();
      } finally {
        semaphore.release();
      }
    },
    store: (repository, work) => repositories(repository)(work),
  };
}
