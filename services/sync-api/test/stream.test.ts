import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { featureOf, until } from '@bunting/testing';
import request from 'supertest';
import { clientFeature, documentOf, keys, productionKeys, servedTo, shop } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';
import type { TestStream } from './test-stream.ts';

const inCanada = [{ property: 'segment', operator: 'in_segment', values: ['canada'] }];
const features = [
  clientFeature('banner'),
  featureOf('internal'),
  featureOf('by-canada', servedTo('by-canada', inCanada)),
  featureOf('many', {
    variables: Array.from({ length: 51 }, (_, n) => ({ slug: `many-${n}`, type: 'boolean' })),
    variations: [
      {
        slug: 'off',
        name: 'Off',
        values: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`many-${n}`, false])),
      },
    ],
    environments: {},
  }),
];
const segments = [
  {
    slug: 'canada',
    name: 'Canada',
    any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
  },
];

let app: RunningApp;
beforeAll(async () => {
  app = await startApp(documentOf({ features, segments }));
  await app.open();
});
afterAll(() => app.stop());

const opened: TestStream[] = [];
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close();
  await until(() => app.streams.size() <= 1);
});

/** A stream that has nothing to be notified of: the last change is long ago. */
async function open(options: Parameters<RunningApp['open']>[0] = {}): Promise<TestStream> {
  await app.caughtUp();
  app.skip(31_000);
  const stream = await app.open(options);
  opened.push(stream);
  return stream;
}

async function idOf(slug: string): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM feature WHERE slug = $1', [slug]);
  return rows[0]!.id;
}

async function versionOf(): Promise<number> {
  const { rows } = await app.pool.query<{ version: string }>(
    `SELECT environment.version FROM environment JOIN environment_key ON environment_id = environment.id WHERE kind = 'client'`,
  );
  return Number(rows[0]!.version);
}

async function write(slug: string) {
  const id = await idOf(slug);
  return app.change({ features: [id] }, `UPDATE feature SET salt = salt || 'x' WHERE id = $1`, [id]);
}

async function touch(slug: string): Promise<void> {
  await app.announce(await write(slug));
}

describe('the answer', () => {
  it('is a stream of events that no proxy keeps or alters', async () => {
    const { status, headers } = await open();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect(headers).not.toHaveProperty('content-length');
  });

  it('begins with a random retry and the version as id, and dispatches nothing', async () => {
    const stream = await open();
    const [, retry, id] = /^retry: (\d+)\nid: (\d+)\n\n$/.exec(stream.text())!;
    expect(Number(retry)).toBeGreaterThanOrEqual(1_000);
    expect(Number(retry)).toBeLessThanOrEqual(5_000);
    expect(Number(id)).toBe(await versionOf());
    expect(stream.events()).toEqual([]);
  });

  it.each(['POST', 'HEAD', 'DELETE'])('to %s is 405', async (method) => {
    const asking = request(app.server)[method.toLowerCase() as 'post']('/v1/stream');
    const { status, headers } = await asking.set('X-API-Key', keys.server);
    expect([status, headers['allow']]).toEqual([405, 'GET']);
  });
});

describe('an event', () => {
  it('has the version, that it changed and when, and the variables', async () => {
    const stream = await open();
    await touch('banner');
    const version = await versionOf();
    const event = await stream.event(0);
    expect(event).toEqual({
      id: version,
      name: 'message',
      data: {
        type: 'refetchEvaluation',
        etag: `v${version}`,
        lastModified: expect.any(Number),
        changed: ['banner'],
      },
    });
    expect(stream.text()).toContain(
      `id: ${version}\nevent: message\ndata: {"type":"refetchEvaluation","etag":"v${version}",`,
    );
  });

  it('names the old and the new name of a variable', async () => {
    const stream = await open();
    const id = await idOf('internal');
    const rename = `UPDATE variable SET slug = $2 WHERE feature_id = $1`;
    await app.announce(await app.change({ features: [id] }, rename, [id, 'renamed']));
    expect((await stream.event(0)).data.changed).toEqual(['internal', 'renamed']);
    await app.announce(await app.change({ features: [id] }, rename, [id, 'internal']));
  });

  it('names no variables where a segment changed', async () => {
    const stream = await open();
    const client = await open({ key: keys.client });
    const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM segment`);
    const ids = rows.map(({ id }) => id);
    await app.announce(
      await app.change({ segments: ids }, `UPDATE segment SET any_of = '[]' WHERE id = ANY ($1)`, [ids]),
    );
    expect((await stream.event(0)).data).not.toHaveProperty('changed');
    expect((await client.event(0)).data).not.toHaveProperty('changed');
  });

  it('names no variables where there are more than 50', async () => {
    const stream = await open();
    await touch('many');
    expect((await stream.event(0)).data).not.toHaveProperty('changed');
  });

  it('names the variables that ask for a changed one by a prerequisite, and those that ask for these', async () => {
    const { environmentId, restore } = await givePrerequisites({
      internal: 'banner',
      'by-canada': 'internal',
    });
    const stream = await open();
    const client = await open({ key: keys.client });
    await touch('banner');
    expect((await stream.event(0)).data.changed!.toSorted()).toEqual(['banner', 'by-canada', 'internal']);
    expect((await client.event(0)).data.changed).toEqual(['banner']);
    await restore(environmentId);
  });

  it('is one for several versions within 50 ms', async () => {
    const stream = await open();
    const published = [...(await write('banner')), ...(await write('internal'))];
    await app.announce(published);
    const event = await stream.event(0);
    expect(event).toMatchObject({
      id: await versionOf(),
      data: { changed: expect.arrayContaining(['banner', 'internal']) },
    });
    await touch('banner');
    expect((await stream.event(1)).data.changed).toEqual(['banner']);
  });

  it('does not come when keys alone were made or revoked', async () => {
    const stream = await open();
    const more = [...productionKeys, '5f0c7c0d-2f3d-4bb8-8b8a-0f4c9c3c0c11'];
    await app.apply({ organisations: [shop({ apiKeys: more })] });
    await touch('banner');
    expect((await stream.event(0)).data.changed).toEqual(['banner']);
  });

  it('comes without names when something else of who may ask changed', async () => {
    const stream = await open();
    await app.apply({ organisations: [shop({ production: { allowed_origins: ['https://shop.example'] } })] });
    expect((await stream.event(0)).data).not.toHaveProperty('changed');
  });
});

describe('a client key', () => {
  it('hears of client variables alone, and nothing when none changed', async () => {
    const stream = await open({ key: undefined, query: `?key=${keys.client}` });
    expect(stream.status).toBe(200);
    const server = await open();
    await touch('internal');
    await server.event(0);
    await touch('banner');
    expect(await stream.event(0)).toMatchObject({ id: await versionOf(), data: { changed: ['banner'] } });
    expect(stream.events()).toHaveLength(1);
  });

  it('is not notified at once of versions that changed no client variable', async () => {
    const server = await open();
    await touch('banner');
    const { id } = await server.event(0);
    await touch('internal');
    await server.event(1);
    expect((await open({ key: keys.client, query: `?since=${id}` })).events()).toEqual([]);
    expect((await open({ query: `?since=${id}` })).events()).toHaveLength(1);
  });
});

describe('who comes', () => {
  it.each([
    ['Last-Event-ID', (version: number) => ({ headers: { 'Last-Event-ID': String(version) } })],
    ['since', (version: number) => ({ query: `?since=${version}` })],
  ])('with %s of the present version is notified nothing', async (_, options) => {
    expect((await open(options(await versionOf()))).events()).toEqual([]);
  });

  it.each([
    ['Last-Event-ID', (version: number) => ({ headers: { 'Last-Event-ID': String(version) } })],
    ['since', (version: number) => ({ query: `?since=${version}` })],
  ])('with %s below it, or above it, is notified at once', async (_, options) => {
    const version = await versionOf();
    for (const known of [version - 1, version + 5]) {
      const [event] = (await open(options(known))).events();
      expect(event).toMatchObject({ id: version, data: { etag: `v${version}` } });
      expect(event!.data).not.toHaveProperty('changed');
    }
  });

  it('Last-Event-ID, which a browser sets as it goes, counts before since', async () => {
    const version = await versionOf();
    const headers = { 'Last-Event-ID': String(version) };
    expect((await open({ headers, query: '?since=0' })).events()).toEqual([]);
  });

  it('without either is notified at once while the environment changed within 30 s', async () => {
    const server = await open();
    await touch('banner');
    await server.event(0);
    const late = await app.open();
    expect(late.events()).toMatchObject([{ id: await versionOf() }]);
    late.close();
    expect((await open()).events()).toEqual([]);
  });

  it('with something that is no version is as if without', async () => {
    expect((await open({ headers: { 'Last-Event-ID': 'v12' } })).events()).toEqual([]);
  });
});

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

/** Writes prerequisites into stored fragments, as a release that has them will: dependent feature → variable of another. */
async function givePrerequisites(wanted: Readonly<Record<string, string>>) {
  const { rows } = await app.pool.query<{ id: string; version: string }>(
    `SELECT environment_id AS id, environment.version FROM environment_key JOIN environment ON environment.id = environment_id
     WHERE kind = 'client'`,
  );
  const { id: environmentId, version } = rows[0]!;
  const bump = 'UPDATE environment SET version = version + 1 WHERE id = $1';
  for (const [feature, variable] of Object.entries(wanted)) {
    await app.pool.query(
      `UPDATE datafile_fragment SET version = $3, document = jsonb_set(document::jsonb, '{targeting}',
         jsonb_build_object('enabled', true, 'rules', '[]'::jsonb, 'prerequisites',
           jsonb_build_array(jsonb_build_object('variable', $4::text, 'variations', '["on"]'::jsonb))))::json
       WHERE environment_id = $1 AND entity_id = $2`,
      [environmentId, await idOf(feature), Number(version) + 1, variable],
    );
  }
  await app.pool.query(bump, [environmentId]);
  await app.announce([{ environmentId, version: Number(version) + 1, storedBytes: 0, addedBytes: 0 }]);
  return {
    environmentId,
    async restore(id: string) {
      await app.announce(await app.change({ environments: [id] }, 'SELECT 1'));
    },
  };
}
