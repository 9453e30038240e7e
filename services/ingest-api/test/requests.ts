import type { Server } from 'node:http';
import { fromArguments } from '@bunting/testing';
import request from 'supertest';
import { keys } from './organisations.ts';

/** Returns a valid event, except for the members in `parts`. */
export function toEvent(parts: object = {}): object {
  return { event: 'purchase', variable: 'checkout-enabled', variation: 'on', ...parts };
}

/** Sends one request with these events, or with this body unchanged. */
export function ingest(
  server: Server,
  events: readonly unknown[] | { readonly body: object | string | Buffer },
  key: string | undefined = keys.production,
) {
  const sending = request(server).post('/v1/events').set('Content-Type', 'application/json');
  if (key !== undefined) sending.set('X-API-Key', key);
  return sending.serialize(fromArguments).send('body' in events ? events.body : { events });
}

/** Sends these events to a service that runs in its own process. */
export function ingestAt(
  { url }: { readonly url: string },
  events: readonly unknown[],
  key: string = keys.production,
): Promise<Response> {
  return fetch(`${url}/v1/events`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: JSON.stringify({ events }),
  });
}

/** Returns a valid usage of the last ten seconds, except for the members in `parts`. */
export function toUsage(parts: object = {}): object {
  const now = Date.now();
  return {
    from: new Date(now - 10_000).toISOString(),
    until: new Date(now).toISOString(),
    users: [],
    anonymous: false,
    evaluations: [],
    ...parts,
  };
}

/** Returns a valid count of evaluations, except for the members in `parts`. */
export function toCount(parts: object = {}): object {
  return {
    variable: 'checkout-enabled',
    variation: 'on',
    reason: 'default_variation',
    count: 1,
    ...parts,
  };
}

/** Sends a usage, or a body unchanged. */
export function tellUsage(
  server: Server,
  body: object | string | Buffer,
  key: string | undefined = keys.datafile,
  query = '',
) {
  const sending = request(server).post(`/v1/usage${query}`).set('Content-Type', 'application/json');
  if (key !== undefined) sending.set('X-API-Key', key);
  return sending.serialize(fromArguments).send(body);
}

/** Sends a usage to a service that runs in its own process. */
export function tellUsageAt(
  { url }: { readonly url: string },
  usage: object,
  key: string = keys.datafile,
): Promise<Response> {
  return fetch(`${url}/v1/usage`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: JSON.stringify(usage),
  });
}
