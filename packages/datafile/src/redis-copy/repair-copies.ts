import { copyEnvironment, type CopyOptions } from './copy-environment.ts';

/** The lock of a process that died expires after this. */
const lockTtlMs = 30_000;

/**
 * Writes the copies in Redis again that are not at PostgreSQL's version, because Redis was unavailable at the announcement or lost
 * them. A lock lets only one of several processes do it.
 */
export async function repairCopies(
  options: CopyOptions,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  const { sender, copy } = options;
  const copied = await copy.readVersions([...versions.keys()]);
  for (const [environmentId, version] of versions) {
    if (copied.get(environmentId) === version) continue;
    const lockKey = `bunting:{env:${environmentId}}:repair`;
    const isOurs = await sender.send((redis) => redis.set(lockKey, '1', 'PX', lockTtlMs, 'NX'));
    if (isOurs === null) continue;
    try {
      await copyEnvironment(options, environmentId);
    } finally {
      await sender.send((redis) => redis.unlink(lockKey));
    }
  }
}
