/** The client in Node.js against eval-api, ingest-api and sync-api, as processes behind one address. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { featureOf, organisationOf, until } from '@bunting/testing';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { createClientIn } from '../src/create-client-in.ts';
import type { Client } from '../src/public/client.ts';
import type { BuntingError, ClientOptions } from '../src/public/options.ts';
import { startGateway, type Gateway } from './gateway.ts';
import { NodeEventSource } from './node-event-source.ts';

const key = 'c0a7ac70-0000-8c11-8000-00000000bb01';
const serverKey = 'c0a7ac70-0000-4000-8000-00000000bb02';

/** `layout` is split in two for everybody, `banner` is off unless `parts` say otherwise, `secret` is no client variable. */
const documentWith = (banner: 'on' | 'off') => ({
  organisations: [
    organisationOf(
      'shop',
      serverKey,
      [
        featureOf('banner', {
          variables: [{ slug: 'banner', type: 'boolean', client: true }],
          environments: { production: { defaults: { banner } } },
        }),
        featureOf('secret'),
        featureOf('layout', {
          variables: [{ slug: 'layout', type: 'boolean', client: true }],
          environments: {
            production: {
              defaults: { layout: 'off' },
              targeting: {
                enabled: true,
                rules: [
                  {
                    name: 'Halves',
                    any_of: [],
                    serve: {
                      split: [
                        { variation: 'off', weight: 50 },
                        { variation: 'on', weight: 50 },
                      ],
                    },
                  },
                ],
              },
            },
          },
        }),
      ],
      {},
    ),
  ].map((organisation) => {
    const [environment] = organisation.projects[0]!.environments;
    (environment as { api_keys: unknown[] }).api_keys = [serverKey, { key, kind: 'client' }];
    return organisation;
  }),
});

let installation: TestInstallation;
let gateway: Gateway;
let pool: ReturnType<typeof createPool>;
const clients: Client[] = [];
const errors: BuntingError[] = [];

beforeAll(async () => {
  installation = await createTestInstallation('eval-api', documentWith('off'));
  pool = createPool(installation.postgres.url);
  const [evaluations, events, stream] = await Promise.all([
    installation.start(),
    installation.startOther('ingest-api'),
    installation.startOther('sync-api'),
  ]);
  gateway = await startGateway({
    '/v1/evaluations': evaluations.port,
    '/v1/events': events.port,
    '/v1/stream': stream.port,
  });
});
afterEach(async () => {
  gateway.decide = () => 'forward';
  await Promise.all(clients.splice(0).map((client) => client.close()));
  gateway.seen.splice(0);
  errors.splice(0);
});
afterAll(async () => {
  await gateway.stop();
  await pool.end();
  await installation.stop();
});

function open(options: Partial<ClientOptions> = {}): Client {
  const scope = {
    setTimeout,
    clearTimeout,
    AbortController,
    crypto,
    console,
    fetch,
    EventSource: NodeEventSource,
  };
  const client = createClientIn(scope, {
    url: gateway.url,
    key,
    onError: (error) => void errors.push(error),
    ...options,
  });
  clients.push(client);
  return client;
}
const seen = () => gateway.seen.map(({ method, path, status }) => `${method} ${path} ${status}`);

async function storedOf(userKey: string) {
  const { rows } = await pool.query<{
    event: string;
    variable: string;
    variation: string;
    verified: boolean;
  }>(
    `SELECT event, variable.slug AS variable, variation.slug AS variation, evaluation_trace_verified AS verified
      FROM stored_event JOIN variable ON variable.id = variable_id JOIN variation ON variation.id = variation_id
      WHERE user_key = $1 ORDER BY stored_event.id`,
    [userKey],
  );
  return rows;
}

describe('values', () => {
  it('come with one request, and those that are no client variables are unknown', async () => {
    const client = open({ user: { id: 'user-1' } });
    expect(await client.ready()).toBe('ready');
    expect(client.details('banner', true)).toEqual({
      value: false,
      variation: 'off',
      reason: 'default_variation',
      feature: 'banner',
      isFallback: false,
      source: 'network',
    });
    expect(client.details('secret', true)).toMatchObject({ value: true, error: 'not_found' });
    expect(Object.keys(client.all().results)).toEqual(['banner', 'layout']);
    expect(seen()).toEqual(['POST /v1/evaluations 200']);
  });

  it('that do not differ are 304', async () => {
    const client = open({ user: { id: 'user-1' } });
    await client.ready();
    expect(await client.refresh()).toBe('ready');
    expect(seen()).toEqual(['POST /v1/evaluations 200', 'POST /v1/evaluations 304']);
  });

  it('of named keys have the unknown ones among them', async () => {
    const client = open({ keys: ['BANNER', 'unknown'] });
    expect(await client.ready()).toBe('ready');
    expect([client.value('banner', true), client.details('unknown', 1)]).toMatchObject([
      false,
      { value: 1, error: 'not_found' },
    ]);
  });

  it('of a user are those that a fresh client gets', async () => {
    const client = open();
    await client.ready();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await client.identify({ id });
      const fresh = open({ user: { id } });
      await fresh.ready();
      expect(client.all().results).toEqual(fresh.all().results);
    }
  });
});

it('an unknown key is refused once, and no request follows', async () => {
  const client = open({ key: 'c0a7ac70-0000-8c11-8000-0000000000ff', stream: true });
  expect(await client.ready()).toBe('failed');
  expect(errors.map(({ code }) => code)).toEqual(['refused']);
});

it('a change arrives by the stream, also after the connection was lost', async () => {
  const client = open({ user: { id: 'user-1' } });
  const changes: (readonly string[])[] = [];
  await client.ready();
  client.on('change', (keys) => void changes.push(keys));
  await until(() => gateway.seen.some(({ path, status }) => path === '/v1/stream' && status === 200));
  await installation.apply(documentWith('on'));
  await until(() => client.value('banner', false));
  expect(changes).toEqual([['banner']]);
  gateway.decide = (path) => (path === '/v1/stream' ? 'lose' : 'forward');
  gateway.cut();
  await installation.apply(documentWith('off'));
  gateway.decide = () => 'forward';
  await until(() => !client.value('banner', true));
  expect(changes).toEqual([['banner'], ['banner']]);
});

describe('events', () => {
  it('of exposure and success are stored, verified, each with its variation', async () => {
    const client = open({ user: { id: 'user-2' } });
    await client.ready();
    const { variation } = client.details('layout', false);
    client.value('banner', false);
    client.track('order', { value: 12.5 });
    client.track('click', { variable: 'banner' });
    expect(await client.flush()).toBe(true);
    expect(await storedOf('user-2')).toEqual([
      { event: 'exposure', variable: 'layout', variation, verified: true },
      { event: 'order', variable: 'layout', variation, verified: true },
      { event: 'click', variable: 'banner', variation: 'off', verified: true },
    ]);
  });

  it('are neither lost nor doubled where the answer is lost', async () => {
    const client = open({ user: { id: 'user-3' } });
    await client.ready();
    let lost = 0;
    gateway.decide = (path) => (path === '/v1/events' && lost++ === 0 ? 'lose answer' : 'forward');
    for (let index = 0; index < 120; index++) client.track(`e${index % 7}`, { variable: 'banner' });
    await until(async () => client.flush());
    expect(await storedOf('user-3')).toHaveLength(120);
    expect(lost).toBeGreaterThan(2);
  });

  it('that are bad are dropped alone', async () => {
    const client = open({ user: { id: 'user-4' } });
    await client.ready();
    for (const event of ['one', '', 'two', 'x'.repeat(201), 'three'])
      client.track(event, { variable: 'banner' });
    expect(await client.flush()).toBe(true);
    expect((await storedOf('user-4')).map(({ event }) => event)).toEqual(['one', 'two', 'three']);
    expect(errors.map(({ code }) => code)).toEqual(['events']);
  });

  it('of a client that is closed are sent', async () => {
    const client = open({ user: { id: 'user-5' } });
    await client.ready();
    client.track('last', { variable: 'banner' });
    await client.close();
    expect(await storedOf('user-5')).toHaveLength(1);
  });
});
