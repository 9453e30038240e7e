import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createClientFeature, createFeature } from '@bunting/testing/fixtures';
import request from 'supertest';
import { createChanges } from './changes.ts';
import { createDocument, keys, productionKeys, servedTo, shop } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';

const inCanada = [{ property: 'segment', operator: 'in_segment', values: ['canada'] }];
const features = [
  createClientFeature('banner'),
  createFeature('internal'),
  createFeature('by-canada', servedTo('by-canada', inCanada)),
  createFeature('many', {
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
  app = await startApp(createDocument({ features, segments }));
  await app.open();
});
afterAll(() => app.stop());

const { open, closeAll, idOf, versionOf, write, touch, givePrerequisites } = createChanges(() => app);
afterEach(closeAll);

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
    const restore = await givePrerequisites({
      internal: 'banner',
      'by-canada': 'internal',
    });
    const stream = await open();
    const client = await open({ key: keys.client });
    await touch('banner');
    expect((await stream.event(0)).data.changed!.toSorted()).toEqual(['banner', 'by-canada', 'internal']);
    expect((await client.event(0)).data.changed).toEqual(['banner']);
    await restore();
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
