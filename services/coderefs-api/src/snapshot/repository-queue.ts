/** Snapshots of one repository, one after the other in the order in which they were received whole. */
export interface RepositoryQueue {
  run<Result>(repository: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Holds for this process, and spares the database: what waits here has no connection, so that a repository that is pushed
 * many times at once keeps no other one waiting. Between processes the row of the connection is the lock.
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
