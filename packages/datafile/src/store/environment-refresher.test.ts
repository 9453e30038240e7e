import { expect, it } from '@jest/globals';
import { createDatafile } from '@bunting/evaluator';
import { createEnvironmentRefresher } from './environment-refresher.ts';
import type { EnvironmentSource } from '../read/environment-source.ts';
import { createCachedEnvironments, type CompiledContent } from './cached-environment.ts';
import { createMalformedDefinitions } from '../read/malformed-definitions.ts';

const id = '01a1fd21-39ee-723a-ad11-b56754f26431';
const access = {
  organisation: { id, slug: 'acme', status: 'active', plan: 'business', mau_cap: null },
  project: { id, slug: 'web' },
  environment: { id, slug: 'production' },
  key_hashes: [],
} as const;

/** Creates a PostgreSQL at a version of the test's choice, whose answers are delayed until they are released. */
function createSlowSource() {
  const delayed: (() => void)[] = [];
  const slow = {
    version: 1,
    release: () => delayed.shift()!(),
    readChange: async () => {
      const { version } = slow;
      await new Promise<void>((resolve) => delayed.push(resolve));
      return { version, access: undefined, apply: () => {} };
    },
  };
  return slow;
}

it('a refresh that is requested while another runs reads again', async () => {
  const source = createSlowSource();
  const cached = createCachedEnvironments<CompiledContent>();
  const malformed = createMalformedDefinitions(() => {});
  const environment = cached.add(id, {
    version: 1,
    access,
    content: { datafile: createDatafile(), malformed },
    loadedAt: 0,
  });
  const refresher = createEnvironmentRefresher({
    cached,
    source: source as unknown as EnvironmentSource<CompiledContent, void>,
    budget: { reserve: () => ({ grow: () => {}, release: () => {} }), makeRoom: () => {} },
    now: () => 0,
    onTooLarge: () => {},
    onReload: () => {},
    onDrop: () => {},
  });
  refresher.confirm(id, 0);

  const first = refresher.refresh(id, 2);
  source.version = 2;
  const [second, third] = [refresher.refresh(id, 2), refresher.refresh(id, 2)];
  source.release();
  await first;
  expect(environment.version).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  source.release();
  await Promise.all([second, third]);
  expect(environment.version).toBe(2);
});
