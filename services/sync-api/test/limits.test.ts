import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { until } from '@bunting/testing';
import { createFeature } from '@bunting/testing/fixtures';
import { createDocument, keys } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { maxUnreadBytes, write, type Connection } from '../src/streams/connection.ts';

const document = createDocument({ features: [createFeature('banner')] });

describe('the number of streams', () => {
  let app: RunningApp;
  beforeAll(async () => {
    const env = {
      STREAM_MAX_CONNECTIONS: '3',
      STREAM_MAX_PER_ORGANISATION: '3',
      STREAM_MAX_PER_ADDRESS: '1',
      TRUST_PROXY: '1',
    };
    app = await startApp(document, env);
  });
  afterAll(() => app.stop());

  it('of a process is limited: 503 with Retry-After', async () => {
    const streams = await Promise.all([app.open(), app.open(), app.open()]);
    const refused = await app.open();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(refused.text())).toMatchObject({ code: 'too_many_streams' });
    expect(await app.metric('bunting_stream_refusals_total{reason="connections"}')).toBe(1);
    streams[0].close();
    await until(() => app.streams.size() === 2);
    expect((await app.open()).status).toBe(200);
    for (const stream of streams) stream.close();
  });

  it('of an address is limited for client keys alone: 429 with Retry-After', async () => {
    await until(() => app.streams.size() <= 1);
    const from = (address: string) => ({
      key: keys.client,
      headers: { 'X-Forwarded-For': `198.51.100.1, ${address}` },
    });
    const first = await app.open(from('192.0.2.1'));
    const refused = await app.open(from('192.0.2.1'));
    expect([first.status, refused.status, refused.headers['retry-after']]).toEqual([200, 429, '60']);
    expect((await app.open(from('192.0.2.2'))).status).toBe(200);
    first.close();
    await until(async () => (await app.open(from('192.0.2.1'))).status === 200);
  });
});

describe('the streams of an organisation', () => {
  const globexKey = 'cccccccc-0000-4000-8000-000000000009';
  const globex = {
    name: 'Globex',
    slug: 'globex',
    projects: [
      {
        name: 'App',
        slug: 'app',
        environments: [
          { name: 'Production', slug: 'production', api_keys: [{ key: globexKey, kind: 'server' }] },
        ],
        features: [],
      },
    ],
  };
  const both = { organisations: [...document.organisations, globex] };

  it.each([
    ['a quarter of those of the process', { STREAM_MAX_CONNECTIONS: '8' }, 2],
    [
      'as many as the installation says',
      { STREAM_MAX_CONNECTIONS: '8', STREAM_MAX_PER_ORGANISATION: '3' },
      3,
    ],
  ])('are %s, from one address and with keys of every kind: 429 with Retry-After', async (_, env, most) => {
    const app = await startApp(both, env);
    const streams = [];
    for (const key of [keys.server, keys.client, keys.datafile].slice(0, most))
      streams.push(await app.open({ key }));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    for (const key of [keys.server, keys.client, keys.datafile]) {
      const refused = await app.open({ key });
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
      expect(JSON.parse(refused.text())).toMatchObject({ code: 'organisation_share_exceeded' });
    }
    expect(await app.metric('bunting_stream_refusals_total{reason="share"}')).toBe(3);
    const other = await app.open({ key: globexKey });
    expect(other.status).toBe(200);
    streams[0]!.close();
    await until(() => app.streams.size() === most);
    expect((await app.open()).status).toBe(200);
    await app.stop();
  });
});

it('a stream and a datafile each cost one token of the organisation: 429 with Retry-After', async () => {
  const app = await startApp(document, { EVAL_API_RATE_LIMIT_PER_MINUTE: '2' });
  expect((await app.open()).status).toBe(200);
  const datafile = await fetch(`http://127.0.0.1:${app.port}/v1/datafile`, {
    headers: { 'X-API-Key': keys.datafile },
  });
  expect([datafile.status, (await datafile.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  const refused = await app.open();
  expect([refused.status, JSON.parse(refused.text())]).toMatchObject([429, { code: 'rate_limit_exceeded' }]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(await app.metric('bunting_stream_refusals_total{reason="rate"}')).toBe(1);
  await app.stop();
});

describe('the rate of client keys', () => {
  it('of an organisation is one of their own: servers open streams all the same', async () => {
    const app = await startApp(document, { CLIENT_RATE_LIMIT_PER_MINUTE: '1' });
    expect((await app.open({ key: keys.client })).status).toBe(200);
    const refused = await app.open({ key: keys.client });
    expect([refused.status, JSON.parse(refused.text())]).toMatchObject([
      429,
      { code: 'rate_limit_exceeded' },
    ]);
    expect((await app.open()).status).toBe(200);
    await app.stop();
  });

  it('of an address is asked before anything else is taken', async () => {
    const env = {
      CLIENT_ADDRESS_RATE_LIMIT_PER_MINUTE: '1',
      CLIENT_RATE_LIMIT_PER_MINUTE: '2',
      TRUST_PROXY: '1',
    };
    const app = await startApp(document, env);
    const from = (address: string) => ({ key: keys.client, headers: { 'X-Forwarded-For': address } });
    const statuses = [];
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      statuses.push((await app.open(from(address))).status);
    }
    expect(statuses).toEqual([200, 429, 200, 429]);
    expect((await app.open()).status).toBe(200);
    await app.stop();
  });
});

it('a connection on which more requests follow is cut, and its stream with it', async () => {
  const app = await startApp(document);
  const peer = connect(app.port, '127.0.0.1');
  peer.on('error', () => {});
  const closed = once(peer, 'close');
  const ask = `GET /v1/stream HTTP/1.1\r\nHost: a\r\nX-API-Key: ${keys.server}\r\n\r\n`;
  peer.write(ask);
  await once(peer, 'data');
  expect(app.streams.size()).toBe(1);
  peer.write(ask);
  peer.resume();
  await closed;
  await until(() => app.streams.size() === 0);
  await app.stop();
});

it('a peer that leaves 64 KiB unread is cut', async () => {
  const bytes = Buffer.alloc(8 * 1024);
  let written = 0;
  let isCut = false;
  const server = createServer((_req, res) => {
    res.removeHeader('Transfer-Encoding');
    res.writeHead(200, { Connection: 'close' });
    res.write('\n');
    const { socket } = res;
    const fill = () => {
      while (write({ res } as Connection, bytes)) {
        written += bytes.byteLength;
        if (socket!.writableLength > 0) return void setImmediate(fill);
      }
      isCut = socket!.destroyed;
    };
    setImmediate(fill);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
  peer.on('error', () => {});
  peer.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  peer.pause();
  await until(() => isCut);
  expect(written).toBeGreaterThan(maxUnreadBytes - bytes.byteLength);
  peer.destroy();
  server.close();
});
