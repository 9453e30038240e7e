import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { migrate } from '@bunting/database/migrate';
import { findFreePort } from '@bunting/embedded-servers';
import {
  createTestDatabase,
  spawnTestService,
  startTestPostgres,
  startTestService,
  until,
  type ServiceProcess,
  type TestDatabase,
} from '@bunting/testing';
import { organisations } from './organisations.ts';
import { ask, push, snapshot } from './requests.ts';
import { deleteAll, readPositions } from './stored.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let service: ServiceProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
  await applyDocument({ pool }, organisations);
});
beforeEach(async () => {
  await deleteAll({ pool });
  service = await startProcess();
});
afterEach(() => service.stop('SIGKILL'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const before = ['a', 'b', 'c'].map((key) => ({ key, file: 'f' }));
const after = ['b', 'd', 'e'].map((key) => ({ key, file: 'f' }));

const startProcess = (env: Record<string, string> = {}) =>
  startTestService('coderefs-api', { DATABASE_URL: database.url, ...env });

/** Waits until that many connections of the service wait for a lock. */
function untilWaiting(count: number): Promise<number> {
  return until(async () => {
    const { rows } = await pool.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'coderefs-api%' AND wait_event_type = 'Lock'`,
    );
    return rows.length === count;
  });
}

it('writes when a token was last used before it ends', async () => {
  const began = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  await push(service, snapshot({ references: before }));
  expect(await service.stop()).toBe(0);
  const { rows } = await pool.query('SELECT FROM api_token WHERE last_used_at >= $1', [began]);
  expect(rows).toHaveLength(1);
});

describe('kill -9', () => {
  it('in the middle of a snapshot, with some references stale already, leaves everything as it was', async () => {
    await push(service, snapshot({ references: before }));
    // Another transaction has inserted the same reference without committing, so the service waits after its UPDATE, in its
    // INSERT.
    const blocker = await pool.connect();
    await blocker.query('BEGIN');
    await blocker.query(
      `INSERT INTO code_reference (id, repository_connection_id, key, file, location_hash)
       SELECT gen_random_uuid(), id, 'd', 'f', sha256('d'::bytea || '\\x00' || 'f'::bytea || '\\x00')
       FROM repository_connection`,
    );
    const pushing = push(service, snapshot({ references: after })).catch(() => 'no answer');
    await untilWaiting(1);
    const { rows: waiting } = await pool.query<{ query: string }>(
      `SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'coderefs-api:snapshots'`,
    );
    expect(waiting[0]!.query).toContain('INSERT INTO code_reference');
    await service.stop('SIGKILL');
    await blocker.query('ROLLBACK');
    blocker.release();
    expect(await pushing).toBe('no answer');
    // PostgreSQL notices only now that its client has gone.
    await untilWaiting(0);
    await delay(100);
    expect(await readPositions({ pool }, 'recorded')).toEqual(['a f:', 'b f:', 'c f:']);
    expect(await readPositions({ pool }, 'stale')).toEqual([]);

    service = await startProcess();
    expect(await push(service, snapshot({ references: after }))).toMatchObject({ status: 200 });
    expect(await readPositions({ pool }, 'recorded')).toEqual(['b f:', 'd f:', 'e f:']);
    expect(await readPositions({ pool }, 'stale')).toEqual(['a f:', 'c f:']);
  });
});

describe('the process', () => {
  it('applies two snapshots of one repository, pushed to two processes, one after the other', async () => {
    const other = await startProcess();
    const sets = [before, after];
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        [service, other].map((process, n) =>
          push(process, snapshot({ references: sets[n], branch: `b${n}` })),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { rows } = await pool.query<{ branch: string }>('SELECT branch FROM repository_connection');
      const last = rows[0]!.branch === 'b0' ? before : after;
      expect(await readPositions({ pool }, 'recorded')).toEqual(last.map(({ key }) => `${key} f:`));
    }
    await other.stop('SIGKILL');
  });

  it('answers the requests in flight after SIGTERM, and exits with 0', async () => {
    await push(service, snapshot({ references: before }));
    const blocker = await pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM repository_connection FOR NO KEY UPDATE');
    const pushing = push(service, snapshot({ references: after }));
    await untilWaiting(1);
    const ended = service.stop('SIGTERM');
    await delay(100);
    await blocker.query('COMMIT');
    blocker.release();
    expect(await pushing).toMatchObject({ status: 200, body: { accepted: 3 } });
    expect(await ended).toBe(0);
  });

  it('answers health, probes and metrics, and logs nothing of tokens and bodies', async () => {
    await push(service, snapshot({ references: before }));
    await push(service, snapshot({ references: before }));
    for (const [path, body] of [
      ['/health', { status: 'ok', db: 'ok' }],
      ['/livez', { status: 'ok' }],
      ['/readyz', { status: 'ok' }],
    ] as const) {
      expect(await ask(service, path)).toMatchObject({ status: 200, body });
    }
    const { body } = await ask(service, '/metrics');
    for (const sample of [
      'bunting_http_request_duration_seconds_count{method="POST",route="/v1/code-references",status="200"} 2',
      'bunting_code_reference_snapshots_total{outcome="changed"} 1',
      'bunting_code_reference_snapshots_total{outcome="same"} 1',
    ]) {
      expect(body).toContain(sample);
    }
    await service.stop();
    expect(await service.output).not.toMatch(/rpa_|acme/);
  });

  it('lists every mistake in its configuration', async () => {
    const env = { DATABASE_URL: 'mysql://x', CODE_REFERENCES_MAX_BODY_BYTES: '1' };
    const wrong = await spawnTestService('coderefs-api', env, await findFreePort());
    const output = await wrong.output;
    for (const name of Object.keys(env)) expect(output).toContain(name);
    expect(await wrong.ended).toBe(1);
  });

  it('refuses bodies above CODE_REFERENCES_MAX_BODY_BYTES', async () => {
    const small = await startProcess({ CODE_REFERENCES_MAX_BODY_BYTES: '2048' });
    expect(await push(small, JSON.stringify(snapshot()).padEnd(2_048))).toMatchObject({ status: 200 });
    expect(await push(small, JSON.stringify(snapshot()).padEnd(2_049))).toMatchObject({ status: 413 });
    await small.stop('SIGKILL');
  });
});

describe('without PostgreSQL', () => {
  it('answers 503 with Retry-After, and is no longer ready', async () => {
    const first = await startTestPostgres();
    await migrate({ databaseUrl: first.url });
    const filling = createPool(first.url);
    await applyDocument({ pool: filling }, organisations);
    await filling.end();
    const lonely = await startProcess({ DATABASE_URL: first.url });
    expect(await push(lonely, snapshot())).toMatchObject({ status: 200 });
    await first.kill();
    for (let i = 0; i < 3; i++) {
      const answered = await push(lonely, snapshot());
      expect([answered.status, answered.headers.get('retry-after')]).toEqual([503, '1']);
    }
    expect(await ask(lonely, '/health')).toMatchObject({ status: 503 });
    expect(await ask(lonely, '/readyz')).toMatchObject({ status: 503 });
    expect(await ask(lonely, '/livez')).toMatchObject({ status: 200 });
    await first.stop();
    await lonely.stop('SIGKILL');
  });
});
