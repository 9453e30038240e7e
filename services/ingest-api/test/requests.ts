import type { Server } from 'node:http';
import { fromArguments } from '@bunting/testing';
import request from 'supertest';
import { keys } from './organisations.ts';

/** A valid event, except for the members in `parts`. */
export function eventOf(parts: object = {}): object {
  return { event: 'purchase', variable: 'checkout-enabled', variation: 'on', ...parts };
}

/** One request with these events, or with this body unchanged. */
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
