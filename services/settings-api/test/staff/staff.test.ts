import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRedis, untilRedisReady } from '@bunting/redis';
import { createDatafileStore } from '@bunting/datafile';
import { createLogger } from '@bunting/observability';
import { until } from '@bunting/testing';
import { acmeToken, organisations, password } from '../organisations.ts';
import { bearer, callsAs, getProblemPaths, getStatuses } from '../people.ts';
import { signIn, staffToken, startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let staff: ReturnType<typeof callsAs>;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  staff = callsAs(app, bearer(staffToken));
});
afterAll(() => app.stop());

const all = '/staff/organisations';
const noCaps = {
  mau_cap: null,
  webhook_endpoint_cap: null,
  event_name_cap: null,
  stored_mebibytes_cap: null,
  environment_cap: null,
};

describe('staff', () => {
  it('are only callers with the token of the installation', async () => {
    const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
    for (const calls of [owner, callsAs(app), callsAs(app, bearer(acmeToken)), callsAs(app, bearer('x'))]) {
      await calls.get(all).expect(401);
      await calls.patch(`${all}/acme`, { plan: 'enterprise' }).expect(401);
    }
    await staff.get('/organisations').expect(401);
    await staff.get('/organisations/acme').expect(401);
  });

  it('do not exist where there is no token', async () => {
    const without = await startApp({ document: organisations, staffToken: undefined });
    await callsAs(without, bearer(staffToken)).get(all).expect(404);
    await callsAs(without, bearer('undefined')).get(all).expect(404);
    await without.stop();
  });

  it('list organisations page by page', async () => {
    const first = await staff.get(`${all}?limit=1`).expect(200);
    expect(first.body.items).toEqual([
      { slug: 'acme', name: 'Acme', plan: 'business', status: 'active', ...noCaps },
    ]);
    const second = await staff.get(`${all}?limit=1&cursor=${first.body.next_cursor}`).expect(200);
    expect(second.body).toMatchObject({ items: [{ slug: 'globex' }], next_cursor: null });
  });

  it('create an organisation whose owner has an account, and accepts', async () => {
    const owner_email = 'Owner@Globex.example';
    const { body } = await staff.post(all, { slug: 'Initech', plan: 'starter', owner_email }).expect(201);
    expect(body).toEqual({
      slug: 'initech',
      name: 'Initech',
      plan: 'starter',
      status: 'active',
      ...noCaps,
      invitation: { token: expect.any(String), url: expect.any(String) },
    });
    const owner = callsAs(app, await signIn(app, 'owner@globex.example'));
    await owner.post(`/invitations/${body.invitation.token}`, {}).expect(201);
    expect((await owner.get('/organisations')).body.items).toContainEqual(
      expect.objectContaining({ slug: 'initech', role: 'owner' }),
    );
  });

  it('create an organisation whose owner has no account yet', async () => {
    const owner_email = 'lumbergh@umbrella.example';
    const { body } = await staff.post(all, { slug: 'umbrella', owner_email }).expect(201);
    const link = `/invitations/${body.invitation.token}`;
    expect((await callsAs(app).get(link)).body).toMatchObject({ role: 'owner', invited_by: null });
    const { body: accepted } = await callsAs(app).post(link, { name: 'Bill', password }).expect(201);
    expect(accepted.organisations).toMatchObject([{ slug: 'umbrella', name: 'umbrella', role: 'owner' }]);
  });

  it('cannot create the same organisation twice', async () => {
    const body = { slug: 'ACME', owner_email: 'owner@acme.example' };
    expect((await staff.post(all, body).expect(409)).body.code).toBe('taken');
    const racing = await Promise.all(
      [1, 2, 3].map(() => staff.post(all, { slug: 'race', owner_email: 'owner@acme.example' })),
    );
    expect(getStatuses(racing)).toEqual([201, 409, 409]);
  });

  it('are recorded in the audit log', async () => {
    await staff.patch(`${all}/globex`, { mau_cap: 5 }).expect(200);
    const owner = callsAs(app, await signIn(app, 'owner@globex.example'));
    const { body } = await owner.get('/organisations/globex/audit-log?limit=1').expect(200);
    expect(body.items).toMatchObject([
      { actor: 'staff', source: 'staff', before: { mau_cap: null }, after: { mau_cap: 5 } },
    ]);
    await staff.patch(`${all}/globex`, { mau_cap: null }).expect(200);
    expect((await staff.get(`${all}/globex`)).body.mau_cap).toBeNull();
  });

  it('raise the caps of every organisation, each cap separately', async () => {
    const caps = { webhook_endpoint_cap: 200, event_name_cap: 5_000 };
    expect((await staff.patch(`${all}/globex`, caps).expect(200)).body).toMatchObject(caps);
    await staff.patch(`${all}/globex`, { webhook_endpoint_cap: null }).expect(200);
    expect((await staff.get(`${all}/globex`)).body).toMatchObject({ ...noCaps, event_name_cap: 5_000 });
  });

  it.each([
    [{ mau_cap: -1 }, 'mau_cap'],
    [{ mau_cap: 2_147_483_648 }, 'mau_cap'],
    [{ webhook_endpoint_cap: -1 }, 'webhook_endpoint_cap'],
    [{ webhook_endpoint_cap: 10_001 }, 'webhook_endpoint_cap'],
    [{ stored_mebibytes_cap: -1 }, 'stored_mebibytes_cap'],
    [{ environment_cap: 101 }, 'environment_cap'],
    [{ event_name_cap: 1.5 }, 'event_name_cap'],
    [{ event_name_cap: 100_001 }, 'event_name_cap'],
    [{ plan: 'gold' }, 'plan'],
    [{ status: 'gone' }, 'status'],
  ])('cannot set %j', async (body, path) => {
    const answer = await staff.patch(`${all}/acme`, body).expect(400);
    expect(new Set(getProblemPaths(answer))).toEqual(new Set([path]));
  });

  it('get 404 for what does not exist', async () => {
    await staff.get(`${all}/nowhere`).expect(404);
    await staff.patch(`${all}/nowhere`, {}).expect(404);
  });

  it('suspend an organisation where it is evaluated, without waiting for a poll', async () => {
    const log = createLogger({ service: 'test', level: 'error' });
    const [redis, subscriber] = ['datafiles', 'subscriber'].map((name) =>
      createRedis(app.redisUrl, { name, log }),
    ) as [ReturnType<typeof createRedis>, ReturnType<typeof createRedis>];
    await Promise.all([redis, subscriber].map((connection) => untilRedisReady(connection, 5_000)));
    const { pool } = app;
    const store = createDatafileStore({
      pool,
      redis,
      subscriber,
      now: Date.now,
      log,
      pollIntervalMs: 600_000,
    });
    const status = async () => {
      const found = await store.find('5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f');
      return found?.environment.access.organisation.status;
    };
    expect(await status()).toBe('active');
    for (const next of ['suspended', 'active']) {
      await staff.patch(`${all}/acme`, { status: next }).expect(200);
      await until(async () => (await status()) === next);
    }
    store.close();
    redis.disconnect();
    subscriber.disconnect();
  });
});
