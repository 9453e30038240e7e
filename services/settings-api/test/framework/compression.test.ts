import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '../../src/app.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = '/settings/v1/organisations/acme/projects/web';
const gzip = { 'Accept-Encoding': 'gzip, deflate, br' };

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they arrived. */
  readonly bytes: Buffer;
}

/** Sends a request without decompressing the answer and without adding Accept-Encoding, unlike other clients. */
function send(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      port: app.port,
      path,
      method,
      headers: { Authorization: `Bearer ${acmeToken}`, ...headers },
    };
    const sent = ask(options, (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode!, headers: answer.headers, bytes }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const description = 'What the feature is for, in a sentence or two. '.repeat(30);
beforeAll(async () => {
  for (let n = 0; n < 5; n += 1) {
    const body = { slug: `feature-${n}`, description };
    expect((await send(`${web}/features`, {}, { method: 'POST', body })).status).toBe(201);
  }
});

describe('an answer of 1 KiB or more', () => {
  it('is compressed for a client that accepts gzip, with Content-Length', async () => {
    const plain = await send(`${web}/features`);
    const { status, headers, bytes } = await send(`${web}/features`, gzip);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': String(bytes.length),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['transfer-encoding']).toBeUndefined();
    expect(gunzipSync(bytes)).toEqual(plain.bytes);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
  });

  it.each([
    {},
    { 'Accept-Encoding': 'identity' },
    { 'Accept-Encoding': 'br' },
    { 'Accept-Encoding': 'gzip;q=0, *;q=0' },
    { 'Accept-Encoding': 'gzip;q=0.5, identity' },
  ])('is sent uncompressed to a client that asks with %j, with Vary for caches', async (headers) => {
    const answer = await send(`${web}/features`, headers);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect((JSON.parse(answer.bytes.toString()) as { items: object[] }).items.length).toBeGreaterThanOrEqual(
      5,
    );
  });

  it('has a weak ETag when it is compressed, and If-None-Match accepts both tags', async () => {
    const plain = (await send(`${web}/features/feature-1`)).headers.etag!;
    const weak = (await send(`${web}/features/feature-1`, gzip)).headers.etag!;
    expect(plain).toMatch(/^"[\w-]{22}"$/);
    expect(weak).toBe(`W/${plain}`);
    for (const tag of [plain, weak, `"other", ${weak}`]) {
      for (const [headers, etag] of [
        [{}, plain],
        [gzip, weak],
      ] as const) {
        const again = await send(`${web}/features/feature-1`, { ...headers, 'If-None-Match': tag });
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
        expect(again.headers.vary).toBe('Accept-Encoding');
        expect(again.headers['content-encoding']).toBeUndefined();
      }
    }
  });

  it('has a tag that If-Match accepts', async () => {
    const patch = (tag: string, name: string) =>
      send(`${web}/features/feature-2`, { ...gzip, 'If-Match': tag }, { method: 'PATCH', body: { name } });
    const { headers } = await send(`${web}/features/feature-2`, gzip);
    const changed = await patch(headers.etag!, 'Two');
    expect([changed.status, changed.headers['content-encoding']]).toEqual([200, 'gzip']);
    expect((await patch(headers.etag!, 'Three')).status).toBe(412);
    expect((await patch(changed.headers.etag!, 'Three')).status).toBe(200);
  });

  it('that is asked for by HEAD has the same headers and no body', async () => {
    const { headers } = await send(`${web}/features`, gzip);
    const head = await send(`${web}/features`, gzip, { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary', 'etag']) {
      expect([name, head.headers[name]]).toEqual([name, headers[name]]);
    }
  });

  it('is compressed as YAML, too', async () => {
    const yaml = { Accept: 'application/yaml' };
    const plain = await send(`${web}/export`, yaml);
    const { headers, bytes } = await send(`${web}/export`, { ...yaml, ...gzip });
    expect(headers).toMatchObject({
      'content-type': 'application/yaml',
      'content-encoding': 'gzip',
      vary: 'Accept, Accept-Encoding',
      etag: `W/${plain.headers.etag}`,
    });
    expect(gunzipSync(bytes)).toEqual(plain.bytes);
  });

  it('is compressed when it says what is wrong with a request', async () => {
    const body = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`unknown-member-${n}`, n]));
    const options = { method: 'POST', body };
    const plain = await send(`${web}/features`, {}, options);
    const { status, headers, bytes } = await send(`${web}/features`, gzip, options);
    expect([plain.status, status, headers['content-encoding']]).toEqual([400, 400, 'gzip']);
    expect(headers['x-request-id']).toBeDefined();
    expect(gunzipSync(bytes)).toEqual(plain.bytes);
  });

  it.each(['openapi.json', 'docs/swagger-ui-bundle.js', 'docs/swagger-ui.css'])(
    'is compressed where it is the same for everybody: %s',
    async (path) => {
      const plain = await send(`/settings/v1/${path}`);
      const { headers, bytes } = await send(`/settings/v1/${path}`, gzip);
      expect(headers['content-type']).toBe(plain.headers['content-type']);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true);
      const again = await send(`/settings/v1/${path}`, { ...gzip, 'If-None-Match': headers.etag! });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    },
  );
});

describe('a shorter answer', () => {
  it('is sent uncompressed', async () => {
    const { headers } = await send(web, gzip);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.etag).toMatch(/^"/);
    expect(Number(headers['content-length'])).toBeLessThan(1024);
  });
});

describe('an answer that shows a secret made for it', () => {
  /** Returns the names of all members that a schema describes, at any depth. */
  function membersOf(schema: unknown): string[] {
    if (Array.isArray(schema)) return schema.flatMap(membersOf);
    if (schema === null || typeof schema !== 'object') return [];
    return Object.entries(schema).flatMap(([name, part]) =>
      name === 'properties'
        ? [...Object.keys(part as object), ...Object.values(part as object).flatMap(membersOf)]
        : membersOf(part),
    );
  }

  it('is declared as one wherever a member is a key, a token, a secret or something generated', () => {
    const secrets = new Set(['token', 'secret', 'generated']);
    const isKey = ({ path, method }: (typeof allRoutes)[number]) =>
      method === 'POST' && path.endsWith('/api-keys');
    const showing = allRoutes.filter(
      (route) => isKey(route) || membersOf(route.answer).some((name) => secrets.has(name)),
    );
    const nameOf = ({ method, path }: (typeof allRoutes)[number]) => `${method} ${path}`;
    expect(allRoutes.filter(({ answersSecret }) => answersSecret).map(nameOf)).toEqual(showing.map(nameOf));
    expect(showing.length).toBeGreaterThanOrEqual(8);
  });

  it('is not compressed, however long it is', async () => {
    const environments = Array.from({ length: 15 }, (_, n) => ({ slug: `made-${n}` }));
    const options = { method: 'POST', body: { environments } };
    const { status, headers, bytes } = await send(`${web}/import`, gzip, options);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, undefined]);
    expect(bytes.length).toBeGreaterThan(1024);
  });
});
