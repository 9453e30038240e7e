import type { Cluster, Redis } from 'ioredis';
import type pg from 'pg';
import { createCircuit } from '@bunting/async';
import { withCommandTimeout } from '@bunting/redis';
import { copyEnvironment } from '../redis-copy/copy-environment.ts';
import { createPostgresFragments } from '../fragments/postgres-fragments.ts';
import { encodePublication, publicationChannel, type Publication } from './publication.ts';
import { createRedisCopy } from '../redis-copy/redis-copy.ts';

const timeoutMs = 1_000;

/**
 * Announces new versions to evaluators and copies the fragments to Redis, after the commit. Never rejects and has a time-out: the
 * change is stored, and evaluators find it and repair the copy with their next poll. `onError` receives the first failure.
 */
export async function announce(
  options: { redis: Redis | Cluster; pool: pg.Pool; onError?: (error: unknown) => void },
  publications: readonly Publication[],
): Promise<void> {
  const { redis, pool, onError = () => {} } = options;
  const now = Date.now;
  const openMs = Number.POSITIVE_INFINITY;
  const sender = withCommandTimeout(redis, timeoutMs);
  const postgres = createPostgresFragments({
    pool,
    circuit: createCircuit({ name: 'PostgreSQL', timeoutMs, openMs, now }),
    now,
  });
  const copy = createRedisCopy(sender);
  try {
    // Evaluators read the change from PostgreSQL, so the copy can follow the announcement.
    await sender.send((connection) =>
      Promise.all(publications.map((it) => connection.publish(publicationChannel, encodePublication(it)))),
    );
    for (const { environmentId } of publications) {
      await copyEnvironment({ sender, copy, postgres, now }, environmentId);
    }
  } catch (error) {
    onError(error);
  }
}
