import type { Server } from 'node:http';
import request from 'supertest';

/** To an app in this process. Text and bytes go as they are, anything else as JSON; undefined = without a key. */
export function post(server: Server, path: string, body: object | string | Buffer, key: string | undefined) {
  const sending = request(server).post(path).set('Content-Type', 'application/json');
  if (key !== undefined) sending.set('X-API-Key', key);
  return sending
    .serialize((given: unknown) =>
      typeof given === 'string' || Buffer.isBuffer(given) ? (given as string) : JSON.stringify(given),
    )
    .send(body);
}
