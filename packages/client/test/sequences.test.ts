/** §12: a thousand random sequences of identify, change, failure and close, against the real service, end in what a fresh client gets. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@bunting/testing';
import type { Client } from '../src/public/client.ts';
import type { Fate } from './gateway.ts';
import { documentWith, startClientInstallation, type ClientInstallation } from './installation.ts';

let here: ClientInstallation;
beforeAll(async () => void (here = await startClientInstallation()));
afterAll(() => here.stop());

const rounds = 10;
const clientsPerRound = 100;
const users = ['a', 'b', 'c', 'd', undefined];
const failures: Fate[] = ['lose', 'lose answer', { status: 503 }, { status: 200, body: '<p>' }];

/** The same sequence of numbers from 0 to 1 for each seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const userOf = (id: string | undefined) => (id === undefined ? null : { id });

/** One client, and what it is called by once it is closed. */
async function runSequence(random: () => number, index: number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let user = pick(users);
  const client = here.open({
    user: userOf(user),
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
      const identified = client.identify(userOf(user));
      if (random() < 0.5) await identified;
    } else if (chance < 0.6) void client.refresh();
    else if (chance < 0.75) client.value('layout', false);
    else if (chance < 0.8) client.track('order');
    else if (chance < 0.83) await client.close();
    else await delay(random() * 20);
  }
  return { client, late, user };
}

async function resultsOf(client: Client): Promise<unknown> {
  await until(async () => (await client.refresh()) === 'ready');
  return client.all().results;
}

it('a thousand sequences end in what a fresh client gets, and nothing fires after close', async () => {
  for (let round = 0; round < rounds; round++) {
    const random = randomFrom(round);
    here.gateway.decide = (path) =>
      path !== '/v1/stream' && random() < 0.2 ? failures[Math.floor(random() * failures.length)]! : 'forward';
    const running = Array.from({ length: clientsPerRound }, async (_, index) =>
      runSequence(randomFrom(round * clientsPerRound + index), index),
    );
    const isOn = round % 2 === 0;
    await here.apply(documentWith(isOn ? 'on' : 'off'));
    const ended = await Promise.all(running);
    here.gateway.decide = () => 'forward';
    const fresh = new Map(
      await Promise.all(
        users.map(async (id) => {
          const client = here.open({ user: userOf(id), storage: false });
          await until(
            async () => (await client.refresh()) === 'ready' && client.value('banner', !isOn) === isOn,
          );
          return [id, client.all().results] as const;
        }),
      ),
    );
    for (const { client, user } of ended) {
      if (client.status !== 'closed') expect(await resultsOf(client)).toEqual(fresh.get(user));
    }
    await here.reset();
    expect(ended.flatMap(({ late }) => late)).toEqual([]);
    expect(ended.every(({ client }) => client.status === 'closed')).toBe(true);
  }
});
