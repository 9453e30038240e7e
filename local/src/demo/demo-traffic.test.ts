import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startDemoTraffic } from './demo-traffic.ts';
import { createShopper, shopperCount } from './shoppers.ts';

let server: Server;
let traffic: { stop(): Promise<void> };

/** Returns a promise and what resolves it; Node.js 20 has no Promise.withResolvers. */
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((resolvePromise) => (resolve = resolvePromise));
  return { promise, resolve };
}

/** Starts traffic towards a server, whose requests `answer` gets. */
async function start(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string[]> {
  const reported: string[] = [];
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  traffic = startDemoTraffic({
    address,
    environmentKey: 'key',
    token: undefined,
    report: (line) => reported.push(line),
  });
  return reported;
}

afterEach(async () => {
  await traffic.stop();
  server.closeAllConnections();
  server.close();
});

describe("the demo's traffic", () => {
  it('ends without a word when its key was revoked', async () => {
    let requests = 0;
    const answered = deferred();
    const reported = await start((_request, response) => {
      requests += 1;
      response.writeHead(401).end('{}', () => answered.resolve());
    });
    await answered.promise;
    await traffic.stop();
    expect([requests, reported]).toEqual([1, []]);
  });

  it('stops at once while a request is unanswered', async () => {
    const received = deferred();
    const reported = await start(() => received.resolve());
    await received.promise;
    await traffic.stop();
    expect(reported).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a request that failed', (response) => response.destroy()],
    ['a response that broke off', (response) => response.writeHead(200).write('{', () => response.destroy())],
  ])('goes on after %s', async (_, fail) => {
    let requests = 0;
    const second = deferred();
    const reported = await start((_request, response) => {
      requests += 1;
      fail(response);
      if (requests === 2) second.resolve();
    });
    await second.promise;
    expect([requests, reported]).toEqual([2, []]);
  });
});

describe('the made-up users', () => {
  it('have ids of their own, and some match each rule of the demo', () => {
    const shoppers = Array.from({ length: shopperCount }, (_, index) => createShopper(index));
    expect(new Set(shoppers.map(({ id }) => id)).size).toBe(shopperCount);
    expect(shoppers.some(({ email }) => email?.endsWith('@acme.example'))).toBe(true);
    expect(shoppers.some(({ country }) => country === 'CA')).toBe(true);
    expect(shoppers.some(({ app_version }) => app_version === '2.5.2')).toBe(true);
    expect(shoppers.some(({ custom_data }) => custom_data.orders >= 10)).toBe(true);
  });
});
