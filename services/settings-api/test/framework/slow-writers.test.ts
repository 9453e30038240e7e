import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import pg from 'pg';
import { createCalls } from '../client.ts';
import { acmeToken, organisations, otherToken } from '../organisations.ts';
import { callsAs, bearer } from '../people.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let holder: pg.Client;
let watcher: pg.Client;
afterEach(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await app.stop();
});

/** Holds the lock of Acme's project web until it is released. */
async function begin(semaphoreWaitMs?: number) {
  app = await startApp({
    document: organisations,
    ...(semaphoreWaitMs !== undefined && { semaphoreWaitMs }),
  });
  holder = new pg.Client(app.databaseUrl);
  watcher = new pg.Client(app.databaseUrl);
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM project WHERE slug = 'web' FOR UPDATE`);
  const web = createCalls(app);
  await web.get('/features').then(({ status }) => expect(status).toBe(200));
  const writers = Array.from({ length: 30 }, (_, n) =>
    web.patch('/features/checkout', { name: `Name ${n}` }),
  );
  await until(async () => (await waitingForLocks()) > 0);
  return { web, writers };
}

/** Counts outside of the holder's transaction, in which `pg_stat_activity` shows no connection that is opened after the first look. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

describe('thirty writers of a project that is locked', () => {
  it('do not delay other requests, and are all served in the end', async () => {
    const { web, writers } = await begin();
    // None of this could be answered if the writers had all ten connections.
    const acme = callsAs(app, bearer(acmeToken));
    const globex = callsAs(app, bearer(otherToken));
    expect((await web.get('/features/checkout')).status).toBe(200);
    await acme.post('/organisations/acme/projects', { slug: 'other' }).expect(201);
    await acme.post('/organisations/acme/projects/other/features', { slug: 'a' }).expect(201);
    await globex.post('/organisations/globex/projects/app/features', { slug: 'a' }).expect(201);
    await globex.get('/organisations/globex/projects/app/features/a').expect(200);
    expect(await waitingForLocks()).toBeLessThanOrEqual(2);

    await holder.query('ROLLBACK');
    const answers = await Promise.all(writers);
    expect(answers.map(({ status }) => status)).toEqual(writers.map(() => 200));
  });

  it('get 503 when they have waited too long for their project', async () => {
    const { writers } = await begin(100);
    let answered = 0;
    for (const writer of writers) void writer.then(() => (answered += 1));
    await until(() => answered >= 28);
    await holder.query('ROLLBACK');
    const refused = (await Promise.all(writers)).filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(28);
    for (const { status, body } of refused) {
      const error = 'Too many changes are in progress. Try again shortly.';
      expect({ status, body }).toEqual({ status: 503, body: { error, code: 'too_many_writers' } });
    }
  });
});
