import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createManualClock, type ManualClock } from '@bunting/async/testing';
import type { CatalogKey } from '@bunting/datafile';
import { until } from '@bunting/testing';
import { createStreams, type Streams } from '../src/streams/streams.ts';
import { openTestStream, type TestStream } from './test-stream.ts';

const minuteMs = 60_000;
const count = 200;

/** Streams over real connections, whose time the test moves. */
let clock: ManualClock;
let streams: Streams;
let server: Server;
let port: number;
/** The response of the stream that was opened last. */
let last: ServerResponse;
const opened: TestStream[] = [];
beforeAll(async () => {
  clock = createManualClock();
  streams = createStreams({
    environments: { isOpenedBy: () => true },
    metrics: { onNotified: () => {} },
    notificationsPerSecond: 5_000,
    now: () => minuteMs + clock.now(),
    clock,
  });
  const environment = { environmentId: 'e', version: 7, loadedAt: 0 } as CatalogKey['environment'];
  const key: CatalogKey = { environment, kind: 'server', keyHash: 'hash' };
  server = createServer((_req, res) => {
    last = res;
    streams.open(res, { key, since: undefined, onClose: () => {} });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  for (let n = 0; n < count; n += 50) {
    opened.push(...(await Promise.all(Array.from({ length: 50 }, () => openTestStream(port)))));
  }
});
afterAll(() => {
  for (const stream of opened) stream.close();
  server.close();
});

const beatsOf = (stream: TestStream) =>
  stream
    .text()
    .split('\n\n')
    .filter((block) => block === ':').length;

it('every stream gets a comment every 25 s, not all at once', async () => {
  clock.advance(5_000);
  await until(() => opened.filter((stream) => beatsOf(stream) === 1).length >= count / 5 - 10);
  expect(opened.filter((stream) => beatsOf(stream) > 0).length).toBeLessThanOrEqual(count / 5 + 10);
  clock.advance(20_000);
  await until(() => opened.every((stream) => beatsOf(stream) === 1));
  clock.advance(25_000);
  await until(() => opened.every((stream) => beatsOf(stream) === 2));
  expect(opened.every((stream) => stream.events().length === 0)).toBe(true);
});

it('a stream ends after 45 to 75 minutes, at random', async () => {
  clock.advance(44 * minuteMs);
  expect(streams.size()).toBe(count);
  clock.advance(16 * minuteMs);
  await until(() => streams.size() < count * 0.75);
  expect(streams.size()).toBeGreaterThan(count * 0.25);
  clock.advance(16 * minuteMs);
  await until(() => streams.size() === 0);
  await until(() => opened.every((stream) => stream.hasEnded()));
});

it('a stream whose peer reads nothing is cut a turn after its end', async () => {
  const peer = connect(port, '127.0.0.1').on('error', () => {});
  peer.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  peer.pause();
  await until(() => streams.size() === 1);
  // Fill the buffers of the operating system.
  while (last.socket!.writableLength === 0) last.socket!.write(Buffer.alloc(8 * 1024));
  clock.advance(76 * minuteMs);
  await until(() => streams.size() === 0);
  expect(last.destroyed).toBe(true);
  peer.destroy();
});
