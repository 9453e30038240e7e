import type { User } from '@bunting/sdk-core';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@bunting/testing';
import type { Client } from '../src/public/client.ts';
import type { Fate } from './gateway.ts';
import type { ClientInstallation } from './installation.ts';

/** The users of sequences; undefined = anonymous. */
export const users = ['a', 'b', 'c', 'd', undefined];
/** The fates of requests that fail. */
export const failures: Fate[] = ['lose', 'lose answer', { status: 503 }, { status: 200, body: '<p>' }];

/** Returns the same sequence of numbers from 0 to 1 for each seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
export const toUser = (id: string | undefined): User | null => (id === undefined ? null : { id });

/** Runs a random sequence with a client. Returns the client, its last user, and the calls of listeners after it was closed. */
export async function runSequence(here: ClientInstallation, random: () => number, index: number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let user = pick(users);
  const client = here.open({
    user: toUser(user),
    stream: index % 10 === 0,
    exposures: 'all',
    verifyEvents: false,
  });
  const late: unknown[] = [];
  const note = (what: unknown) => {
    if (client.status === 'closed') late.push(what);
  };
  client.on('change', note);
  client.on('status', note);
  for (let step = Math.floor(random() * 8); step >= 0; step--) {
    const chance = random();
    if (chance < 0.35) {
      user = pick(users);
      const identified = client.identify(toUser(user));
      if (random() < 0.5) await identified;
    } else if (chance < 0.6) void client.refresh();
    else if (chance < 0.75) client.value('layout', false);
    else if (chance < 0.8) client.track('order');
    else if (chance < 0.83) await client.close();
    else await delay(random() * 20);
  }
  return { client, late, user };
}

/** Resolves with the values of the client as soon as it is ready. */
export async function getResults(client: Client): Promise<unknown> {
  await until(async () => (await client.refresh()) === 'ready');
  return client.all().results;
}
