import { startTestService, until, type ServiceProcess } from '@bunting/testing';
import { staging } from '../checkout.ts';
import type { Calls } from '../client.ts';
import { sealingKey, userSigningKey, type RunningApp } from '../running-app.ts';
import { put } from './apply-request.ts';
import { openRequest } from './open-request.ts';

/** Starts a process of the service, which applies the scheduled requests of `app`'s database. */
export function startProcess(
  app: RunningApp,
  databaseUrl: string = app.databaseUrl,
): Promise<ServiceProcess> {
  return startTestService('settings-api', {
    DATABASE_URL: databaseUrl,
    REDIS_URL: app.redisUrl,
    SECRETS_ENCRYPTION_KEY: sealingKey,
    USER_SIGNING_ENCRYPTION_KEY: userSigningKey,
  });
}

/** Opens requests that each pin another user, a few at a time. */
export async function openMany(author: Calls, count: number): Promise<void> {
  let next = 0;
  const open = async () => {
    for (let n = next++; n < count; n = next++) {
      await openRequest(author, [put(`${staging}/overrides/user-${n}`, { variation: 'one-page' })]);
    }
  };
  await Promise.all([open(), open(), open()]);
}

/** Makes all requests due at one instant, by PostgreSQL's clock. */
export async function makeDue({ pool }: RunningApp, inMs: number): Promise<void> {
  await pool.query(
    `UPDATE change_request SET apply_at = clock_timestamp() + $1 * interval '1 millisecond' WHERE status = 'open'`,
    [inMs],
  );
}

export async function countApplied({ pool }: RunningApp): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM change_request WHERE status = 'applied'`,
  );
  return rows[0]!.count;
}

/** Waits until so many requests are applied, and returns how often the audit log has each change and each application: number → times. */
export async function readTimes(
  app: RunningApp,
  count: number,
  ms?: number,
): Promise<{ readonly applied: readonly number[]; readonly changed: readonly number[] }> {
  await until(async () => (await countApplied(app)) === count, ms);
  const timesOf = async (action: string) => {
    const { rows } = await app.pool.query<{ times: number }>(
      'SELECT count(*)::int AS times FROM audit_record WHERE action = $1 AND change_request IS NOT NULL GROUP BY change_request',
      [action],
    );
    return rows.map(({ times }) => times);
  };
  return { applied: await timesOf('change_request.applied'), changed: await timesOf('overrides.updated') };
}

export const once = (count: number): number[] => Array.from({ length: count }, () => 1);
