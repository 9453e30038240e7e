import { afterEach, expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import type { Redis } from 'ioredis';
import type { CopyOptions } from '../redis-copy/copy-environment.ts';
import { createCachedEnvironments } from './cached-environment.ts';
import { startSync } from './start-sync.ts';

const id = '01a1fd21-39ee-723a-ad11-b56754f26431';
const access = {
  organisation: { id, slug: 'acme', status: 'active', plan: 'business', mau_cap: null },
  project: { id, slug: 'web' },
  environment: { id, slug: 'production' },
  key_hashes: [],
} as const;

let stop = () => {};
afterEach(() => stop());

type Versions = ReadonlyMap<string, number>;

/** Starts a poll whose questions PostgreSQL answers when the test says so. */
function startPolling() {
  const cached = createCachedEnvironments();
  const refreshed: [id: string, wanted: number][] = [];
  const postgres = new EventEmitter();
  const question = async () =>
    (await once(postgres, 'asked')) as [asked: Versions, answer: (versions: Versions) => void];
  const sync = startSync({
    cached,
    source: {
      readVersions: (asked) => new Promise((answer) => void postgres.emit('asked', asked, answer)),
    },
    loader: { load: () => Promise.reject(new Error('Nothing is loaded.')), inFlight: () => undefined },
    refresher: {
      refresh: async (environmentId, wanted) => void refreshed.push([environmentId, wanted]),
      confirm: () => {},
      forget: () => {},
    },
    copying: { now: () => 0 } as CopyOptions,
    subscriber: new EventEmitter() as Redis,
    failures: { failed: () => {}, succeeded: () => {} },
    pollIntervalMs: 1,
    onPublication: () => {},
    onFailure: () => {},
  });
  stop = () => sync.stop();
  return {
    cached,
    /** The first question. Its answer resolves with what is refreshed because of it, when the poll asks again. */
    question: async () => {
      const [asked, answer] = await question();
      return {
        asked,
        answer: async (versions: Record<string, number>) => {
          const next = question();
          answer(new Map(Object.entries(versions)));
          await next;
          return refreshed;
        },
      };
    },
  };
}

it('a poll refreshes what is at another version than PostgreSQL, and what is gone there', async () => {
  const { cached, question } = startPolling();
  for (const each of ['current', 'behind', 'restored', 'gone'])
    cached.add(each, { version: 5, access, content: {}, loadedAt: 0 });
  const { asked, answer } = await question();
  expect([...asked.values()]).toEqual([5, 5, 5, 5]);
  expect(await answer({ current: 5, behind: 6, restored: 4 })).toEqual([
    ['behind', 6],
    ['restored', 4],
    ['gone', -1],
  ]);
});

it('an environment that is loaded while a poll asks is not read again', async () => {
  const { cached, question } = startPolling();
  const { asked, answer } = await question();
  expect(asked.size).toBe(0);
  cached.add(id, { version: 1, access, content: {}, loadedAt: 0 });
  expect(await answer({})).toEqual([]);
});

it.each([
  ['a message brings a newer version than PostgreSQL had when it was asked', 5, 6, []],
  ['a message brings an older version than PostgreSQL had when it was asked', 7, 6, [[id, 7]]],
  ['PostgreSQL has an older version than was cached when it was asked', 4, 6, [[id, 4]]],
])('while a poll asks, %s', async (_what, answered, now, refreshed) => {
  const { cached, question } = startPolling();
  cached.add(id, { version: 5, access, content: {}, loadedAt: 0 });
  const { answer } = await question();
  cached.replace(id, { version: now, loadedAt: 0 });
  expect(await answer({ [id]: answered })).toEqual(refreshed);
});
