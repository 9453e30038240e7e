import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { createClientFeature } from '@bunting/testing/fixtures';
import { createChanges } from './changes.ts';
import { createDocument, keys, shop } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp(createDocument({ features: [createClientFeature('banner')] }));
  await app.open();
});
afterAll(() => app.stop());

const { open, closeAll, touch } = createChanges(() => app);
afterEach(closeAll);

describe('who may listen', () => {
  it.each(['server', 'datafile', 'client'] as const)('a %s key', async (kind) => {
    expect((await open({ key: keys[kind] })).status).toBe(200);
    expect(await app.metric(`bunting_stream_connections{kind="${kind}"}`)).toBeGreaterThanOrEqual(1);
  });

  it.each([
    ['no key', { key: undefined }, 401],
    ['an unknown key', { key: 'c1a55e00-0000-4000-8000-00000000dead' }, 401],
    ['a server key in the query', { key: undefined, query: `?key=${keys.server}` }, 401],
    ['a datafile key in the query', { key: undefined, query: `?key=${keys.datafile}` }, 401],
    ['an organisation that is suspended', { key: keys.suspended }, 403],
    ['an organisation that is inactive', { key: keys.inactive }, 403],
  ])('not: %s', async (_, options, status) => {
    const stream = await app.open(options);
    expect(stream.status).toBe(status);
    expect(stream.headers['content-type']).toMatch(/^application\/json/);
  });

  it('a revoked key’s streams end as soon as that is announced, and the next attempt is 401', async () => {
    const [stream, other] = [await open({ key: keys.client }), await open()];
    const { rows } = await app.pool.query<{ id: string }>(
      `SELECT environment_id AS id FROM environment_key WHERE kind = 'client'`,
    );
    const revoke = `UPDATE environment_key SET revoked_at = now() WHERE environment_id = $1 AND kind = 'client'`;
    await app.announce(await app.change({ access: [rows[0]!.id] }, revoke, [rows[0]!.id]));
    await stream.ended();
    expect((await app.open({ key: keys.client })).status).toBe(401);
    expect(other.hasEnded()).toBe(false);
    const restore = `UPDATE environment_key SET revoked_at = NULL WHERE environment_id = $1 AND kind = 'client'`;
    await app.announce(await app.change({ access: [rows[0]!.id] }, restore, [rows[0]!.id]));
    await until(async () => (await open({ key: keys.client })).status === 200);
  });
});

describe('an organisation that becomes suspended', () => {
  it('keeps its streams, which tell of that and of the change back; new ones are 403', async () => {
    const stream = await open();
    await app.apply({ organisations: [{ ...shop({}), status: 'suspended' }] });
    expect((await stream.event(0)).data).not.toHaveProperty('changed');
    expect((await app.open()).status).toBe(403);
    await app.apply({ organisations: [shop({})] });
    await stream.event(1);
    expect(stream.hasEnded()).toBe(false);
    expect((await open()).status).toBe(200);
  });
});

describe('the work of a change', () => {
  it('is one read for all streams of an environment', async () => {
    const reads = () =>
      app.metric('bunting_datafile_reload_duration_seconds_count{extent="change",source="postgres"}');
    const before = await reads();
    const notified = await app.metric('bunting_stream_notifications_total');
    const streams = await Promise.all(Array.from({ length: 20 }, () => open()));
    await touch('banner');
    await Promise.all(streams.map((stream) => stream.event(0)));
    expect((await reads()) - (before || 0)).toBe(1);
    expect((await app.metric('bunting_stream_notifications_total')) - notified).toBeGreaterThanOrEqual(20);
    expect(await app.metric('bunting_stream_notify_duration_seconds_count')).toBeGreaterThanOrEqual(20);
  });
});
