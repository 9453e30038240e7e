import { describe, expect, it } from '@jest/globals';
import { answerWith, createPage, key } from '../test/fake-page.ts';

const right = { url: 'https://flags.example', key };
const url = 'url must begin with http:// or https://';

/** Opens a client with these options. */
async function made(options: object, without: readonly string[] = []) {
  const page = createPage({ without });
  page.reply = () => answerWith({ a: 2 });
  const client = page.open({ ...right, ...options });
  const status = await client.ready();
  return { page, client, status, messages: page.errors.map(({ code, message }) => `${code}: ${message}`) };
}

describe('wrong options', () => {
  it('are reported, all of them at once, and the client gives fallbacks and asks nobody', async () => {
    const wrong = {
      url: 1,
      key: 'abc',
      stream: 'yes',
      timeoutMs: '5',
      pollIntervalMs: -1,
      storageMaxAgeMs: Number.NaN,
      updates: 'later',
      keys: 'a',
      user: ['u'],
      storage: true,
      overrides: 5n,
    };
    const { page, client, status, messages } = await made(wrong);
    expect(messages).toEqual([
      `options: ${url}, key must be a UUID, user must be object, overrides must be object, keys must be array, ` +
        'pollIntervalMs must be number>=0, storageMaxAgeMs must be number>=0, timeoutMs must be number>=0, ' +
        'storage must be object|false, stream must be auto|boolean, updates must be live|hold',
    ]);
    client.on('change', () => {});
    client.track('order', { variable: 'a' });
    expect([
      status,
      client.value('a', 1),
      await client.refresh(),
      await client.identify({ id: 'u' }),
    ]).toEqual(['failed', 1, 'failed', 'failed']);
    expect([await client.flush(), page.asked, page.sources, page.stored.size]).toEqual([true, [], [], 0]);
    await client.close();
  });

  it.each([
    [{ key: undefined }],
    [{ key: null }],
    [{ key: '' }],
    [{ key: 42 }],
    [{ key: {} }],
    [{ key: 'c0a7ac70-0000-8c11-8000-00000000000' }],
  ])('%j, as where a variable of the build is missing, are no reason to throw', async (options) => {
    const { status, messages } = await made(options);
    expect([status, messages]).toEqual(['failed', ['options: key must be a UUID']]);
  });

  it.each([undefined, null, 7, 'x', []])('no options at all are none, too: %j', (given) => {
    const page = createPage();
    const client = page.openWith(given as never);
    expect([client.status, client.value('a', 1)]).toEqual(['failed', 1]);
    expect(page.errors).toEqual([{ code: 'application', message: `Bunting: ${url}, key must be a UUID` }]);
  });

  it.each([
    'localhost:8080',
    'flags.example',
    'flags.example/path',
    '127.0.0.1:8080',
    'https:/flags.example',
    'https://',
    'http://flags.example:99999',
    'https://flags.example?x=1',
    'https://flags.example#x',
    'https://me:secret@flags.example',
    'https://flags.example/a b',
    'ftp://flags.example',
    'ws://flags.example',
    'javascript:alert(1)',
    '',
    undefined,
    null,
    42,
    {},
  ])('an address %j is named, in a page and elsewhere', async (address) => {
    for (const without of [[], ['location', 'document']]) {
      const { status, messages } = await made({ url: address }, without);
      expect([status, messages]).toEqual(['failed', [`options: ${url}`]]);
    }
  });

  it('a path is an address in a page alone', async () => {
    expect((await made({ url: '/flags' })).status).toBe('ready');
    expect((await made({ url: '/flags' }, ['location'])).messages).toEqual([`options: ${url}`]);
  });

  it.each([
    'https://flags.example',
    'HTTP://localhost:8080/',
    'http://[::1]:8080/flags/',
    'https://flags.example/a@b'.replace('@', '-'),
  ])('an address %j is right everywhere', async (address) => {
    for (const without of [[], ['location', 'document']]) {
      expect(await made({ url: address }, without)).toMatchObject({ status: 'ready', messages: [] });
    }
  });

  it('an onError that is no function leaves the console', async () => {
    const { messages } = await made({ onError: {} });
    expect(messages).toEqual(['application: Bunting: onError must be function']);
  });

  it.each(['url', 'key', 'stream', 'user', 'storage', 'exposures', 'timeoutMs', 'onError', 'bootstrap'])(
    'an odd %s throws nothing',
    async (name) => {
      const odd: unknown[] = [Object.create(null), Symbol('x'), 1n, () => {}, new Map(), { toString: null }];
      for (const value of odd) expect(['failed', 'ready']).toContain((await made({ [name]: value })).status);
    },
  );

  it('what is right of them is used: a page that a server rendered keeps what it shows', async () => {
    const bootstrap = answerWith({ a: 3 }).json as never;
    const { client, status } = await made({ key: undefined, bootstrap });
    expect([status, client.value('a', 1), client.bootstrap]).toEqual(['ready', 3, bootstrap]);
  });
});

it.each([
  [{ stream: 'auto' }],
  [{ stream: false }],
  [{ storage: false }],
  [{ anonymousId: 'device-1' }],
  [{ exposures: 'all' }],
  [{ user: null }],
  [{ keys: ['a'], overrides: {}, offline: true, verifyEvents: false }],
  [{ bootstrap: { version: 1, results: {} }, timeoutMs: 0 }],
])('%j is right', async (options) => {
  const { messages } = await made(options);
  expect(messages.filter((each) => each.startsWith('options'))).toEqual([]);
});

it('a page that has a key of another kind is warned once', () => {
  const page = createPage();
  const client = page.open({ key: 'c0a7ac70-0000-4000-8000-000000000001', offline: true });
  client.value('a', 1);
  expect(page.errors).toEqual([{ code: 'key', message: 'Not a client key' }]);
});
