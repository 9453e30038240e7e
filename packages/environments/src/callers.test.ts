import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { DatafileUnavailable, type DatafileStore, type FoundKey } from '@bunting/datafile';
import { keyKinds, type KeyKind } from '@bunting/definitions';
import { errors } from '@bunting/service';
import { createTrustedProxies } from '@bunting/service/client-address';
import { getBodyLimit, createCallers, withAddress } from './callers.ts';

const environment = { access: { allowedOrigins: ['*'] } } as unknown as FoundKey['environment'];
const keyOf = (kind: KeyKind): FoundKey => ({ kind, environment, keyHash: kind });

/** Creates callers in which the text of a key is its kind. With `isAsked`, no key is cached. */
function callersOf(options: { isAsked?: boolean; perMinute?: number } = {}) {
  const { isAsked = false, perMinute = 2 } = options;
  const counted = { refusals: 0 };
  const find: DatafileStore['find'] = (key) => {
    if (key === 'away') return Promise.reject(new DatafileUnavailable('PostgreSQL is away'));
    const found = keyKinds.find((kind) => kind === key);
    const answer = found && keyOf(found);
    return isAsked ? Promise.resolve(answer) : answer;
  };
  const callers = createCallers({
    environments: { find },
    limits: { clientAddressRatePerMinute: perMinute },
    trustedProxies: createTrustedProxies(0, []),
    now: () => 0,
    onRateLimited: () => (counted.refusals += 1),
  });
  /** Identifies a request. Reading its body throws a TypeError. */
  async function identify(key: string, accepted?: readonly KeyKind[], remoteAddress = '192.0.2.1') {
    const headers: Record<string, string> = {};
    const req = { url: '/', headers: { 'x-api-key': key, origin: 'https://a.example' } };
    const res = { setHeader: (name: string, value: string) => void (headers[name] = value) };
    const caller = async () =>
      callers.identify(
        { ...req, socket: { remoteAddress } } as unknown as IncomingMessage,
        res as unknown as ServerResponse,
        accepted,
      );
    return { headers, caller: await caller().catch((error: unknown) => error) };
  }
  return { counted, identify };
}

const refused = keyKinds.flatMap((kind) =>
  keyKinds.filter((other) => other !== kind).map((accepted) => [kind, accepted] as const),
);

describe.each([
  ['known', false],
  ['looked up', true],
])('a key that is %s', (_, isAsked) => {
  it.each(keyKinds)('of kind %s is accepted by every route that names no kinds', async (kind) => {
    const { caller } = await callersOf({ isAsked }).identify(kind);
    expect(caller).toMatchObject(keyOf(kind));
  });

  it.each(refused)('of kind %s is 403 where keys of kind %s are taken', async (kind, accepted) => {
    const { caller } = await callersOf({ isAsked }).identify(kind, [accepted]);
    expect(caller).toBe(errors.keyKindInsufficient);
  });

  it('that does not exist is 401, also where no key would be accepted', async () => {
    const { identify } = callersOf({ isAsked });
    expect((await identify('nobody')).caller).toBe(errors.invalidApiKey);
    expect((await identify('nobody', [])).caller).toBe(errors.invalidApiKey);
  });

  it('is told to a page that it is of the wrong kind, if it is a client key', async () => {
    const { identify } = callersOf({ isAsked });
    const { headers } = await identify('client', ['datafile']);
    expect(headers['Access-Control-Allow-Origin']).toBe('https://a.example');
    expect((await identify('server', ['datafile'])).headers).toEqual({});
  });
});

it('a key is 503 when nobody can be asked whose it is', async () => {
  expect((await callersOf().identify('away')).caller).toBe(errors.unavailable);
});

describe('the rate of an address', () => {
  it('is for client keys alone, and tells when to come again', async () => {
    const { counted, identify } = callersOf();
    for (const kind of ['client', 'client', 'server', 'datafile', 'server'] as const) {
      expect((await identify(kind)).caller).toMatchObject(keyOf(kind));
    }
    const { caller, headers } = await identify('client');
    expect(caller).toMatchObject({ status: 429, headers: { 'Retry-After': '30' } });
    expect(headers['Access-Control-Allow-Origin']).toBe('https://a.example');
    expect(counted.refusals).toBe(1);
    expect((await identify('server')).caller).toMatchObject(keyOf('server'));
    expect((await identify('client', undefined, '192.0.2.2')).caller).toMatchObject(keyOf('client'));
  });

  it('is not taken by a key of the wrong kind, nor by one that does not exist', async () => {
    const { identify } = callersOf({ perMinute: 1 });
    for (let n = 0; n < 5; n += 1) {
      await identify('client', ['datafile']);
      await identify('nobody');
    }
    expect((await identify('client')).caller).toMatchObject(keyOf('client'));
  });
});

describe('what a caller may send', () => {
  it.each([
    ['client', 100 * 1024, 64 * 1024],
    ['client', 2 * 1024 * 1024, 64 * 1024],
    ['client', 10 * 1024, 10 * 1024],
    ['server', 100 * 1024, 100 * 1024],
    ['datafile', 2 * 1024 * 1024, 2 * 1024 * 1024],
  ] as const)('a %s key: where others send %d bytes, it sends %d', (kind, others, own) => {
    expect(getBodyLimit(keyOf(kind), others)).toBe(own);
  });
});

describe('the user of a request', () => {
  const client = { ...keyOf('client'), address: '192.0.2.1' };

  it.each([[undefined], [null], [{}], [{ ip: 5 }], [{ ip: null }]])(
    'has the address of the caller where it is %j',
    (user) => {
      expect(withAddress(user, client)).toEqual({ ip: '192.0.2.1' });
    },
  );

  it('keeps its own address, and whatever a server key sends', () => {
    const user = { id: 'a', ip: '198.51.100.1' };
    expect(withAddress(user, client)).toBe(user);
    expect(withAddress(undefined, keyOf('server'))).toBeUndefined();
    expect(withAddress(null, keyOf('datafile'))).toBeNull();
  });
});
