import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createFeature } from '@bunting/testing/fixtures';
import request from 'supertest';
import { askDatafile, type DatafileBody, readDatafile } from './datafile.ts';
import { createDocument, keys, servedTo, shop } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';

const email = { property: 'email', operator: 'ends_with', values: ['@acme.example'] };
const features = [
  createFeature('checkout', servedTo('checkout', [email], { overrides: { 'user-7': 'on' } })),
  createFeature('banner'),
  createFeature('archived', { status: 'archived' }),
];
const segments = [
  {
    slug: 'canada',
    name: 'Canada',
    any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
  },
];

let app: RunningApp;
beforeAll(async () => void (app = await startApp(createDocument({ features, segments }))));
afterAll(() => app.stop());

const ask = (query?: string, headers?: Record<string, string>, key?: string) =>
  askDatafile(app.server, query, headers, key);
const read = (query?: string) => readDatafile(app.server, query);
const slugsOf = ({ fragments }: DatafileBody) =>
  fragments.map(({ document }) => document?.slug ?? '').toSorted();
const idOf = async (slug: string) =>
  (await app.pool.query<{ id: string }>('SELECT id FROM feature WHERE slug = $1', [slug])).rows[0]!.id;

describe('GET /v1/datafile, whole', () => {
  it('has the version, the slugs of its environment, and every feature and segment as evaluators read it', async () => {
    const body = await read();
    expect(body).toMatchObject({
      since: null,
      environment: 'production',
      project: 'web',
      organisation: 'acme',
    });
    expect(slugsOf(body)).toEqual(['banner', 'canada', 'checkout']);
    const { rows } = await app.pool.query<{ text: string }>(
      `SELECT document::text AS text FROM datafile_fragment WHERE entity_id = $1 AND version = $2`,
      [await idOf('checkout'), body.version],
    );
    expect((await ask()).text).toContain(`"document":${rows[0]!.text}}`);
  });

  it('has the fragments in this form alone: kind, id and document', async () => {
    for (const fragment of (await read()).fragments) {
      expect(fragment).toEqual({
        kind: expect.stringMatching(/^(feature|segment)$/),
        id: expect.any(String),
        document: expect.any(Object),
      });
    }
  });

  it('never has the access fragment, archived features, or names and descriptions of features', async () => {
    const { text } = await ask();
    expect(text).not.toMatch(/key_hashes|"access"|mau_cap|enterprise/);
    expect(text).not.toContain('archived');
    expect(text).not.toContain('description');
  });

  it('has overrides and segments', async () => {
    const { text } = await ask();
    expect(text).toMatch(/"overrides":\{\s*"user-7"\s*:\s*"on"\s*\}/);
    expect(text).toContain('"any_of":[{"all_of":[{"property":"country"');
  });

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('is the same text in %s', async (encoding, decompress) => {
    const plain = await ask();
    const compressed = await ask('', { 'Accept-Encoding': encoding }).buffer().parse(asBytes);
    expect(compressed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    // Superagent decompresses gzip by itself.
    const bytes = compressed.body as Buffer;
    const text = bytes[0] === 0x7b ? bytes : decompress(bytes);
    expect(text.toString()).toBe(plain.text);
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it('has the version as its ETag: the version', async () => {
    const { headers, body } = await ask();
    expect(headers['etag']).toBe(`"v${(body as DatafileBody).version}"`);
    expect(headers['cache-control']).toBe('private, no-cache');
  });
});

describe('304', () => {
  it.each([
    ['the ETag', (tag: string) => tag],
    ['the weak ETag', (tag: string) => `W/${tag}`],
    ['a list', (tag: string) => `"v1", ${tag}`],
    ['any', () => '*'],
  ])('answers If-None-Match: %s', async (_, headerOf) => {
    const tag = (await ask()).headers['etag'] as string;
    const answer = await ask('', { 'If-None-Match': headerOf(tag) });
    expect([answer.status, answer.text, answer.headers['etag']]).toEqual([304, '', tag]);
  });

  it('answers since, when nothing is newer', async () => {
    const { version } = await read();
    expect((await ask(`?since=${version}`)).status).toBe(304);
  });

  it('is not given to a process that has not heard of the newest version', async () => {
    const { version } = await read();
    // Nothing is announced: the process asks before it says that nothing is newer.
    const id = await idOf('banner');
    await app.change({ features: [id] }, 'UPDATE feature SET salt = $2 WHERE id = $1', [id, 'new-salt']);
    const delta = await read(`?since=${version}`);
    expect(delta).toMatchObject({ version: version + 1, since: version });
    expect(slugsOf(delta)).toEqual(['banner']);
  });
});

describe('since', () => {
  const change = async (slug: string, statement: string, values: unknown[] = []) => {
    const id = await idOf(slug);
    return app.change({ features: [id] }, statement, [id, ...values]);
  };

  it('answers what lies above it alone', async () => {
    const { version } = await read();
    await app.publish(await change('banner', `UPDATE feature SET salt = 'salt-2' WHERE id = $1`));
    const delta = await read(`?since=${version}`);
    expect(delta).toMatchObject({ version: version + 1, since: version, environment: 'production' });
    expect(slugsOf(delta)).toEqual(['banner']);
  });

  it('has null for what is gone, archived features included', async () => {
    const { version } = await read();
    const [banner, checkout] = [await idOf('banner'), await idOf('checkout')];
    await app.publish(await change('banner', `UPDATE feature SET status = 'deleted' WHERE id = $1`));
    await app.publish(await change('checkout', `UPDATE feature SET status = 'archived' WHERE id = $1`));
    const { fragments } = await read(`?since=${version}`);
    expect(fragments).toEqual([
      { kind: 'feature', id: banner, document: null },
      { kind: 'feature', id: checkout, document: null },
    ]);
    expect(slugsOf(await read())).toEqual(['canada']);
  });

  it('is answered whole when it is above the present version', async () => {
    const { version } = await read();
    expect(await read(`?since=${version + 10}`)).toMatchObject({ version, since: null });
  });

  it('is answered whole when more than 1,000 fragments changed', async () => {
    const { version } = await read();
    await app.apply({
      organisations: [
        shop({ features: Array.from({ length: 1_001 }, (_, n) => createFeature(`many-${n}`)) }),
      ],
    });
    await app.caughtUp();
    const whole = await read(`?since=${version}`);
    expect(whole.since).toBeNull();
    expect(whole.fragments.length).toBeGreaterThan(1_000);
    const before = whole.version;
    const { rows } = await app.pool.query<{ id: string }>(
      `UPDATE feature SET salt = 'salt-3' WHERE slug LIKE 'many-%' AND slug <> 'many-0' RETURNING id`,
    );
    await app.publish(await app.change({ features: rows.map(({ id }) => id) }, 'SELECT 1'));
    const delta = await read(`?since=${before}`);
    expect([delta.since, delta.fragments.length]).toEqual([before, 1_000]);
  });

  it.each(['', '-1', '1.5', 'v4', '1&since=2', '1234567890123456'])('refuses %p', async (since) => {
    const { status, body } = await ask(`?since=${since}`);
    const error = '"since" must be a version: a non-negative integer.';
    expect([status, body]).toEqual([400, { error, code: 'invalid' }]);
  });
});

describe('who may read it', () => {
  it.each([
    ['no key', '', 401, undefined],
    ['an unknown key', 'c1a55e00-0000-4000-8000-00000000dead', 401, undefined],
    ['a server key', keys.server, 403, 'key_kind_insufficient'],
    ['a client key', keys.client, 403, 'key_kind_insufficient'],
    ['a key of a suspended organisation', keys.suspended, 403, 'organisation_suspended'],
    ['a key of an inactive organisation', keys.inactive, 403, 'organisation_inactive'],
  ])('%s', async (_, key, status, code) => {
    const answer = await ask('', {}, key);
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([status, code]);
  });

  it('no key in the query', async () => {
    expect((await ask(`?key=${keys.datafile}`, {}, '')).status).toBe(401);
  });

  it('other methods are 405', async () => {
    const { status, headers } = await request(app.server).post('/v1/datafile');
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

function asBytes(res: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const readable = res as unknown as NodeJS.ReadableStream;
  readable.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
  readable.on('end', () => done(null, Buffer.concat(chunks)));
}
