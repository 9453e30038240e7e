import { expect } from '@jest/globals';
import request from 'supertest';
import { acmeToken } from '../organisations.ts';
import type { RunningApp } from '../running-app.ts';

export const web = '/settings/v1/organisations/acme/projects/web';
export const layout = 'checkout-layout';
export const enabled = 'checkout-enabled';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** When the suite began: hours and days are counted from it, so that none ends between two of its lines. */
const startedAt = Date.now();
/** Returns the beginning of the hour so many hours ago. */
export const hour = (ago: number) => new Date((Math.floor(startedAt / hourMs) - ago) * hourMs).toISOString();
export const day = (ago: number) => new Date((Math.floor(startedAt / dayMs) - ago) * dayMs).toISOString();
export const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

export interface Answered {
  readonly items: Record<string, unknown>[];
  readonly next_cursor: string | null;
  readonly up_to: string;
  readonly counted_since: string | null;
  readonly details: { path: string }[];
}

/** Asks as acme's token. */
export async function ask(app: RunningApp, path: string, status = 200): Promise<Answered> {
  const answer = await request(app.server)
    .get(path)
    .set({ Authorization: `Bearer ${acmeToken}` });
  expect({ path, status: answer.status, body: answer.status === status ? {} : answer.body }).toEqual({
    path,
    status,
    body: {},
  });
  return answer.body as Answered;
}
