import type { Server } from 'node:http';
import { fromArguments } from '@bunting/testing';
import request from 'supertest';
import { keys } from './organisations.ts';

/** Sends one request to the two evaluation routes. Text and bytes are sent unchanged. */
export function evaluateVariable(
  server: Server,
  segment: string,
  body: object | string | Buffer = {},
  key: string | undefined = keys.production,
) {
  return post(server, `/v1/variables/${segment}`, body, key);
}

export function evaluateVariables(
  server: Server,
  body: object | string | Buffer,
  key: string | undefined = keys.production,
) {
  return post(server, '/v1/variables', body, key);
}

export function post(server: Server, path: string, body: object | string | Buffer, key: string | undefined) {
  const sending = request(server).post(path).set('Content-Type', 'application/json');
  if (key !== undefined) sending.set('X-API-Key', key);
  return sending.serialize(fromArguments).send(body);
}

/** Sends one request to a service that runs in its own process. */
export function evaluateAt({ url }: { readonly url: string }, key: string): Promise<Response> {
  return fetch(`${url}/v1/variables/checkout-enabled`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: '{"user":{"id":"user-1"}}',
  });
}
