import { withTimeout } from '@bunting/async';
import type { Cluster, Redis } from 'ioredis';

/** Redis channel on which organisations are named in which something was changed. */
export const changesChannel = 'bunting:changes';

const timeoutMs = 1_000;

/**
 * Says after the commit that the audit log of these organisations has grown. Never rejects and takes a second at most: it only saves
 * time, because whoever follows an audit log polls it too.
 */
export async function announceChanges(
  { redis, onError = () => {} }: { redis: Redis | Cluster; onError?: (error: unknown) => void },
  organisationIds: ReadonlySet<string>,
): Promise<void> {
  if (organisationIds.size === 0) return;
  const message = JSON.stringify([...organisationIds]);
  try {
    await withTimeout(redis.publish(changesChannel, message), timeoutMs, 'Redis');
  } catch (error) {
    onError(error);
  }
}

/** Returns the organisations that a message on `changesChannel` names; an empty list for a message in another format. */
export function parseChangesMessage(message: string): string[] {
  try {
    const ids: unknown = JSON.parse(message);
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
