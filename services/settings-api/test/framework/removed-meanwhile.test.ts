import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import pg from 'pg';
import { organisations, settingsToken } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { signIn, startApp, type RunningApp } from '../running-app.ts';

type Calls = ReturnType<typeof callsAs>;

let app: RunningApp;
let holder: pg.Client;
/**
 * Another connection than the one with the lock: within a transaction PostgreSQL shows one state of the waiting backends.
 */
let watcher: pg.Client;
let owner: Calls, admin: Calls;
beforeEach(async () => {
  app = await startApp({ document: organisations });
  owner = callsAs(app, await signIn(app, 'owner@acme.example'));
  admin = callsAs(app, await signIn(app, 'admin@acme.example'));
  [holder, watcher] = [new pg.Client(app.databaseUrl), new pg.Client(app.databaseUrl)];
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query('BEGIN');
});
afterEach(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await app.stop();
});

const acme = '/organisations/acme';
const web = `${acme}/projects/web`;
const targeting = `${web}/features/checkout/environments/production/targeting`;

const waiting = async (count: number) => {
  const { rows } = await watcher.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.count >= count;
};

/** Lets `write` wait for the project's lock while `meanwhile` happens, then releases the lock. */
async function whileWaiting(write: () => PromiseLike<unknown>, meanwhile: () => PromiseLike<unknown>) {
  await holder.query(`SELECT FROM project WHERE slug = 'web' FOR UPDATE`);
  const written = Promise.resolve(write());
  await until(() => waiting(1));
  await meanwhile();
  await holder.query('COMMIT');
  return (await written) as { status: number; body: { code?: string; error?: string } };
}

const versionOf = async () => {
  const { rows } = await app.pool.query<{ sum: string }>(
    "SELECT (sum(version) + (SELECT count(*) FROM audit_record WHERE action NOT LIKE 'member.%'))::text AS sum FROM environment",
  );
  return rows[0]!.sum;
};

describe('a write that waited is refused', () => {
  it('when its caller was removed meanwhile', async () => {
    const before = await versionOf();
    const { status, body } = await whileWaiting(
      () => admin.patch(targeting, { enabled: false }),
      () => owner.delete(`${acme}/members/admin@acme.example`).expect(204),
    );
    expect([status, body.error]).toEqual([404, 'There is no organisation "acme".']);
    expect(await versionOf()).toBe(before);
  });

  it.each(['member', 'viewer'])('when they were made a %s meanwhile', async (role) => {
    const before = await versionOf();
    const { status, body } = await whileWaiting(
      () => admin.patch(targeting, { enabled: false }),
      () => owner.patch(`${acme}/members/admin@acme.example`, { role }).expect(200),
    );
    expect([status, body.code]).toEqual([403, 'role_insufficient']);
    expect(await versionOf()).toBe(before);
  });

  it('when the token was revoked meanwhile', async () => {
    const list = (await owner.get(`${acme}/api-tokens`)).body.items as { id: string; name: string }[];
    const { id } = list.find(({ name }) => name === 'gitops')!;
    const { status } = await whileWaiting(
      () => callsAs(app, bearer(settingsToken)).patch(targeting, { enabled: false }),
      () => owner.delete(`${acme}/api-tokens/${id}`).expect(204),
    );
    expect(status).toBe(401);
  });

  it('when it waited for the lock of the organisation behind the removal itself', async () => {
    await holder.query(`SELECT FROM organisation WHERE slug = 'acme' FOR UPDATE`);
    const removed = Promise.resolve(owner.delete(`${acme}/members/admin@acme.example`));
    await until(() => waiting(1));
    const writes = [
      () => admin.post(`${acme}/members`, { email: 'x@acme.example', role: 'admin' }),
      () => admin.patch(`${acme}/members/viewer@acme.example`, { role: 'admin' }),
      () => admin.patch(acme, { name: 'Mine' }),
    ];
    const late: PromiseLike<{ status: number }>[] = [];
    for (const write of writes) {
      late.push(Promise.resolve(write()));
      await until(() => waiting(1 + late.length));
    }
    await holder.query('COMMIT');
    expect((await removed).status).toBe(204);
    for (const answer of late) expect((await answer).status).toBe(404);
    expect(await app.pool.query('SELECT FROM invitation')).toMatchObject({ rowCount: 0 });
    expect(await app.pool.query(`SELECT FROM organisation WHERE name = 'Mine'`)).toMatchObject({
      rowCount: 0,
    });
  });

  it('when it is an import', async () => {
    await holder.query(`SELECT FROM organisation WHERE slug = 'acme' FOR UPDATE`);
    const removed = Promise.resolve(owner.delete(`${acme}/members/admin@acme.example`));
    await until(() => waiting(1));
    const document = { slug: 'web', features: [{ slug: 'new', variables: [], variations: [] }] };
    const imported = Promise.resolve(admin.post(`${web}/import`, document));
    await until(() => waiting(2));
    await holder.query('COMMIT');
    expect([(await removed).status, (await imported).status]).toEqual([204, 404]);
    expect(await app.pool.query(`SELECT FROM feature WHERE slug = 'new'`)).toMatchObject({ rowCount: 0 });
  });
});

describe('a write that waited is made', () => {
  it('when its caller has a higher role meanwhile, or the same', async () => {
    const { status } = await whileWaiting(
      () => admin.patch(targeting, { enabled: false }),
      () => owner.patch(`${acme}/members/admin@acme.example`, { role: 'owner' }).expect(200),
    );
    expect(status).toBe(200);
  });

  it('when it removes the right to make it', async () => {
    await holder.query('COMMIT');
    await owner.patch(`${acme}/members/admin@acme.example`, { role: 'owner' }).expect(200);
    await owner.patch(`${acme}/members/owner@acme.example`, { role: 'viewer' }).expect(200);
    await owner.delete(`${acme}/members/owner@acme.example`).expect(204);
    const made = await admin
      .post(`${acme}/api-tokens`, { name: 'for once', scopes: ['settings'] })
      .expect(201);
    const scripted = callsAs(app, bearer(made.body.token as string));
    await scripted.delete(`${acme}/api-tokens/${made.body.id}`).expect(204);
    await scripted.get('/session').expect(401);
  });
});
