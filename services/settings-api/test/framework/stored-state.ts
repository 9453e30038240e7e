import { createRedisSubscriber, untilRedisReady } from '@bunting/redis';
import { createTestLog } from '@bunting/testing/apps';
import { until } from '@bunting/testing';
import type { RunningApp } from '../running-app.ts';

/** Returns a digest of the rows of every table, by the name of the table. Any request may write when somebody was last seen. */
export async function readStored({ pool }: Pick<RunningApp, 'pool'>): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY name`,
  );
  const digests = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, coalesce(md5(string_agg(row::text, '' ORDER BY row::text)), '') AS digest
       FROM (SELECT to_jsonb(stored) - '{last_seen_at,last_used_at}'::text[] AS row FROM "${name}" AS stored) AS rows`,
  );
  const { rows } = await pool.query<{ name: string; digest: string }>(digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

export interface Announcements {
  /** Returns what was announced since the last call. */
  read(): Promise<readonly string[]>;
  close(): void;
}

/** Listens to every channel of the Redis of the app. */
export async function listenToAnnouncements(
  app: Pick<RunningApp, 'redis' | 'redisUrl'>,
): Promise<Announcements> {
  const subscriber = createRedisSubscriber(app.redisUrl, { name: 'test', log: createTestLog('test').log });
  const received: string[] = [];
  subscriber.on(
    'pmessage',
    (_, channel: string, message: string) => void received.push(`${channel} ${message}`),
  );
  await untilRedisReady(subscriber, 5_000);
  await subscriber.psubscribe('*');
  const end = 'end of the answer';
  return {
    async read() {
      // Redis keeps the order: what was announced before comes before it.
      await app.redis.publish(end, '');
      await until(() => received.some((each) => each.startsWith(end)));
      return received.splice(0).filter((each) => !each.startsWith(end));
    },
    close: () => subscriber.disconnect(),
  };
}
