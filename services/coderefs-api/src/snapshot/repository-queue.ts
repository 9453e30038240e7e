/** Stores the snapshots of one repository one after the other, in the order in which their last byte arrived. */
export interface RepositoryQueue {
  run<Result>(repository: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * A queue in this process, which spares the database: a snapshot that waits here has no connection, so that a repository that is
 * pushed many times at once does not delay the others. Between processes the row of the connection is the lock.
 */
export function createRepositoryQueue(): RepositoryQueue {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(repository, work) {
      const before = last.get(repository) ?? Promise.resolve();
      const mine = before.then(work, work);
      last.set(repository, mine);
      try {
        return await mine;
      } finally {
        if (last.get(repository) === mine) last.delete(repository);
      }
    },
  };
}
