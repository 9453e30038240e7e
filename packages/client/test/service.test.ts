/** The client in Node.js against eval-api, ingest-api and sync-api, as processes behind one address. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { failures, randomFrom, getResults, runSequence, toUser, users } from './random-sequence.ts';
import { documentWith, startClientInstallation, type ClientInstallation } from './installation.ts';

let here: ClientInstallation;
beforeAll(async () => void (here = await startClientInstallation()));
afterEach(() => here.reset());
afterAll(() => here.stop());

describe('values', () => {
  it('come with one request, and those that are no client variables are unknown', async () => {
    const client = here.open({ user: { id: 'user-1' } });
    expect(await client.ready()).toBe('ready');
    expect(client.details('banner', true)).toEqual({
      value: false,
      variation: 'off',
      reason: 'no_rule_matched',
      feature: 'banner',
      isFallback: false,
      source: 'network',
    });
    expect(client.details('secret', true)).toMatchObject({ value: true, error: 'not_found' });
    expect(Object.keys(client.all().results)).toEqual(['banner', 'layout']);
    expect(here.seen()).toEqual(['POST /v1/evaluations 200']);
  });

  it('that do not differ are 304', async () => {
    const client = here.open({ user: { id: 'user-1' } });
    await client.ready();
    expect(await client.refresh()).toBe('ready');
    expect(here.seen()).toEqual(['POST /v1/evaluations 200', 'POST /v1/evaluations 304']);
  });

  it('of named keys have the unknown ones among them', async () => {
    const client = here.open({ keys: ['BANNER', 'unknown'] });
    expect(await client.ready()).toBe('ready');
    expect([client.value('banner', true), client.details('unknown', 1)]).toMatchObject([
      false,
      { value: 1, error: 'not_found' },
    ]);
  });

  it('of a user are those that a fresh client gets', async () => {
    const client = here.open();
    await client.ready();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await client.identify({ id });
      const fresh = here.open({ user: { id } });
      await fresh.ready();
      expect(client.all().results).toEqual(fresh.all().results);
    }
  });
});

it('an unknown key is refused once, and no request follows', async () => {
  const client = here.open({ key: 'c0a7ac70-0000-8c11-8000-0000000000ff', stream: true });
  expect(await client.ready()).toBe('failed');
  expect(here.errors.map(({ code }) => code)).toEqual(['refused']);
});

it('a change arrives by the stream, also after the connection was lost', async () => {
  const client = here.open({ user: { id: 'user-1' } });
  const changes: (readonly string[])[] = [];
  await client.ready();
  client.on('change', (keys) => void changes.push(keys));
  await until(() => here.gateway.seen.some(({ path, status }) => path === '/v1/stream' && status === 200));
  await here.apply(documentWith('on'));
  await until(() => client.value('banner', false));
  expect(changes).toEqual([['banner']]);
  here.gateway.decide = (path) => (path === '/v1/stream' ? 'lose' : 'forward');
  here.gateway.cut();
  await here.apply(documentWith('off'));
  here.gateway.decide = () => 'forward';
  await until(() => !client.value('banner', true));
  expect(changes).toEqual([['banner'], ['banner']]);
});

describe('events', () => {
  it('of exposure and success are stored, verified, each with its variation', async () => {
    const client = here.open({ user: { id: 'user-2' } });
    await client.ready();
    const { variation } = client.details('layout', false);
    client.value('banner', false);
    client.track('order', { value: 12.5 });
    client.track('click', { variable: 'banner' });
    expect(await client.flush()).toBe(true);
    expect(await here.storedOf('user-2')).toEqual([
      { event: 'exposure', variable: 'layout', variation, verified: true },
      { event: 'order', variable: 'layout', variation, verified: true },
      { event: 'click', variable: 'banner', variation: 'off', verified: true },
    ]);
  });

  it('are neither lost nor doubled where the answer is lost', async () => {
    const client = here.open({ user: { id: 'user-3' } });
    await client.ready();
    let lost = 0;
    here.gateway.decide = (path) => (path === '/v1/events' && lost++ === 0 ? 'lose answer' : 'forward');
    for (let index = 0; index < 120; index++) client.track(`e${index % 7}`, { variable: 'banner' });
    await until(async () => client.flush());
    expect(await here.storedOf('user-3')).toHaveLength(120);
    expect(lost).toBeGreaterThan(2);
  });

  it('that are bad are dropped alone', async () => {
    const client = here.open({ user: { id: 'user-4' } });
    await client.ready();
    for (const event of ['one', '', 'two', 'x'.repeat(201), 'three'])
      client.track(event, { variable: 'banner' });
    expect(await client.flush()).toBe(true);
    expect((await here.storedOf('user-4')).map(({ event }) => event)).toEqual(['one', 'two', 'three']);
    expect(here.errors.map(({ code }) => code)).toEqual(['events']);
  });

  it('of a client that is closed are sent', async () => {
    const client = here.open({ user: { id: 'user-5' } });
    await client.ready();
    client.track('last', { variable: 'banner' });
    await client.close();
    expect(await here.storedOf('user-5')).toHaveLength(1);
  });
});

it('a thousand sequences end in what a fresh client gets, and nothing fires after close', async () => {
  for (let round = 0; round < 10; round++) {
    const random = randomFrom(round);
    here.gateway.decide = (path) =>
      path !== '/v1/stream' && random() < 0.2 ? failures[Math.floor(random() * failures.length)]! : 'forward';
    const running = Array.from({ length: 100 }, async (_, index) =>
      runSequence(here, randomFrom(round * 100 + index), index),
    );
    const isOn = round % 2 === 0;
    await here.apply(documentWith(isOn ? 'on' : 'off'));
    const ended = await Promise.all(running);
    here.gateway.decide = () => 'forward';
    const fresh = new Map(
      await Promise.all(
        users.map(async (id) => {
          const client = here.open({ user: toUser(id), storage: false });
          await until(
            async () => (await client.refresh()) === 'ready' && client.value('banner', !isOn) === isOn,
          );
          return [id, client.all().results] as const;
        }),
      ),
    );
    for (const { client, user } of ended) {
      if (client.status !== 'closed') expect(await getResults(client)).toEqual(fresh.get(user));
    }
    await here.reset();
    expect(ended.flatMap(({ late }) => late)).toEqual([]);
    expect(ended.every(({ client }) => client.status === 'closed')).toBe(true);
  }
});
