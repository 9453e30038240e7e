import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import express from 'express';
import { requireStaff } from './staff-sign-in.ts';

let server: Server;

beforeEach(async () => {
  const app = express().use(requireStaff('the token', 2), (_req, res) => void res.sendStatus(200));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => void server.close());

/** Returns the status of the answer to a caller with its own address. */
async function ask(localAddress: string, password: string): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  const sent = request({
    port,
    host: '127.0.0.1',
    localAddress,
    auth: `staff:${password}`,
    agent: false,
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

async function guess(localAddress: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) expect(await ask(localAddress, `wrong ${n}`)).toBe(401);
}

it('counts the wrong passwords of each address by itself', async () => {
  await guess('127.0.0.1', 10);
  expect(await ask('127.0.0.1', 'the token')).toBe(429);
  expect(await ask('127.0.0.2', 'the token')).toBe(200);
});

it('goes on refusing wrong passwords, and counts no further addresses, when many have guessed', async () => {
  await guess('127.0.0.1', 1);
  await guess('127.0.0.2', 1);
  await guess('127.0.0.3', 11);
  expect(await ask('127.0.0.3', 'the token')).toBe(200);
  await guess('127.0.0.1', 9);
  expect(await ask('127.0.0.1', 'the token')).toBe(429);
});
