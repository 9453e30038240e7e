import { expect, it } from '@jest/globals';
import { createPage, key } from '../test/fake-page.ts';
import { checkOptions } from './check-options.ts';
import type { ClientOptions } from './public/options.ts';

const right = { url: 'https://flags.example', key };

it('all that is wrong is listed', () => {
  const wrong = {
    url: 1,
    key: 'abc',
    stream: 'yes',
    timeoutMs: '5',
    pollIntervalMs: -1,
    storageMaxAgeMs: Number.NaN,
    onError: {},
    updates: 'later',
    keys: 'a',
    user: ['u'],
    storage: true,
  };
  expect(() => checkOptions(wrong as unknown as ClientOptions)).toThrow(
    'url must be string, user must be object, keys must be array, pollIntervalMs must be number>=0, ' +
      'storageMaxAgeMs must be number>=0, timeoutMs must be number>=0, onError must be function, storage must be object|false, ' +
      'stream must be auto|boolean, updates must be live|hold, key must be a UUID',
  );
});

it('what is missing is listed', () => {
  expect(() => checkOptions({} as ClientOptions)).toThrow('url must be string, key must be a UUID');
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
])('%j is right', (options) => {
  expect(() => checkOptions({ ...right, ...(options as Partial<ClientOptions>) })).not.toThrow();
});

it('a page that has a key of another kind is warned once', () => {
  const page = createPage();
  const client = page.open({ key: 'c0a7ac70-0000-4000-8000-000000000001', offline: true });
  client.value('a', 1);
  expect(page.errors).toEqual([{ code: 'key', message: 'Not a client key' }]);
});
