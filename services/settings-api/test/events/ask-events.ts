import { expect } from '@jest/globals';
import request from 'supertest';
import { acmeToken } from '../organisations.ts';
import type { RunningApp } from '../running-app.ts';
import type { StoredEvent } from './stored-events.ts';

const events = '/settings/v1/organisations/acme/projects/web/environments/production/events';

export interface Answered {
  readonly items: { readonly event: string }[];
  readonly next_cursor: string | null;
  readonly up_to_date: boolean;
  readonly details: { readonly path: string }[];
  readonly results: {
    readonly versus_baseline: { p_value: number; relative: number; difference: { low: number } };
  }[];
}

/** Asks as acme's token; `path` is `summary?…`, `names?…` or `results?…`. */
export async function askEvents(app: RunningApp, path: string, status = 200): Promise<Answered> {
  const answer = await request(app.server)
    .get(`${events}/${path}`)
    .set({ Authorization: `Bearer ${acmeToken}` });
  expect({ path, status: answer.status, body: answer.status === status ? {} : answer.body }).toEqual({
    path,
    status,
    body: {},
  });
  return answer.body as Answered;
}

export const purchase = (userKey: string | undefined, more: Partial<StoredEvent> = {}): StoredEvent => ({
  variable: 'checkout-layout',
  variation: 'one-page',
  event: 'purchase',
  userKey,
  ...more,
});
