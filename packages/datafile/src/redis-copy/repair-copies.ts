import { copyEnvironment, type CopyOptions } from './copy-environment.ts';

/** A repairer that died lets the next one in after this. */
const turnMs = 30_000;

/**
 * Writes the copies in Redis again that are not at PostgreSQL's version: Redis was away at the announcement, or lost
 * them. Of several processes that notice, one does it.
 */
export async function repairCopies(
  options: CopyOptions,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  const { sender, copy } = options;
  const copied = await copy.readVersions([...versions.keys()]);
  for (const [environmentId, version] of versions) {
    if (copied.get(environmentId) === version) continue;
    const turnKey = `bunting:{env:${environmentId}}:repair`;
    const isOurs = await sender.send((redis) => redis.set(turnKey, '1', 'PX', turnMs, 'NX'));
    if (isOurs === null) continue;
    try {
      await copyEnvironment(options, environmentId);
    } finally {
      await sender.send((redis) => redis.unlink(turnKey));
    }
  }
}
