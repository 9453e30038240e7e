import { createKeyedSemaphore, createSharedSemaphore } from '@bunting/async';
import { errors } from '@bunting/service';

/** Limits how many snapshots are received and stored at a time. */
export interface SnapshotSemaphores {
  /**
   * Receives a few snapshots of an organisation at a time; a few more wait, which need nothing but their connection, because
   * their bodies are not read yet. Throws errors.tooManySnapshots for the others.
   */
  receive<Result>(organisationId: string, work: () => Promise<Result>): Promise<Result>;
  /**
   * Stores the snapshots of one repository one after the other, in the order in which their last byte arrived. One that waits here has no
   * connection to the database, so that a repository that is pushed many times at once does not delay the others; neither does an
   * organisation, which has a quarter of the connections. Between processes the row of the repository is the lock.
   */
  store<Result>(organisationId: string, repository: string, work: () => Promise<Result>): Promise<Result>;
}

export const maxAtOnce = 4;
export const maxWaiting = 16;

/** @param connections how many snapshots can be stored at a time */
export function createSnapshotSemaphores(connections: number): SnapshotSemaphores {
  const receiving = createSharedSemaphore({
    // Their memory is what all organisations share: memory-budget.ts.
    permits: Infinity,
    share: maxAtOnce,
    maxWaiting,
    refusals: { share: errors.tooManySnapshots, total: errors.unavailable },
  });
  const storing = createSharedSemaphore({
    permits: connections,
    refusals: { share: errors.tooManySnapshots, total: errors.unavailable },
  });
  const repositories = createKeyedSemaphore(1);
  return {
    receive: (organisationId, work) => receiving.run(organisationId, work),
    store: (organisationId, repository, work) =>
      repositories(repository)(() => storing.run(organisationId, work)),
  };
}
