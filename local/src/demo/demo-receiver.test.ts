import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receiverSecret, receiveWebhook } from './demo-receiver.ts';

let server: Server;
let address: string;

beforeAll(async () => {
  server = createServer(receiveWebhook).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

const body = '{"type":"feature.updated"}';
const now = () => String(Math.floor(Date.now() / 1000));

/** Returns the headers of a webhook with this body. */
function sign(timestamp: string, secret: string = receiverSecret): Record<string, string> {
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': `v1=${mac}` };
}

describe('the receiver of the demo', () => {
  it.each([
    ['204 to a genuine webhook', () => ({ body, headers: sign(now()) }), 204],
    ['401 to another secret', () => ({ body, headers: sign(now(), 'whsec_other') }), 401],
    ['401 to a changed body', () => ({ body: `${body} `, headers: sign(now()) }), 401],
    ['401 to an old webhook', () => ({ body, headers: sign('1700000000') }), 401],
    ['401 to a request without headers', () => ({ body, headers: {} }), 401],
    ['413 to a body of 300 kB', () => ({ body: 'x'.repeat(300_000), headers: sign(now()) }), 413],
  ])('answers %s', async (_name, request, status) => {
    const response = await fetch(address, { method: 'POST', ...request() });
    await response.body?.cancel();
    expect(response.status).toBe(status);
  });
});
