/**
 * The public provider of OpenFeature for pages, unchanged from npm, over the stream of a real sync-api behind the one address (docs/reference/sdks.md).
 * It never polls: what it sees of a change, it sees by the stream, or because it asks again when its stream has ended.
 */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { findFreePort } from '@bunting/embedded-servers';
import {
  startTestProxy,
  startTestService,
  until,
  type ServiceProcess,
  type TestProxy,
} from '@bunting/testing';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { ClientProviderEvents, OpenFeature, type Provider } from '@openfeature/web-sdk';
import { EventSource } from 'eventsource';
import { Redis } from 'ioredis';
import { openGateway, type Gateway } from '../src/gateway/gateway.ts';

const keys = {
  first: 'c1a55e00-0000-8c11-8000-0000000000a1',
  second: 'c1a55e00-0000-8c11-8000-0000000000a2',
};

/** Returns the variable `banner`, which client keys get, and which is on or off for everybody. */
function documentOf(served: 'on' | 'off', ...apiKeys: readonly string[]): object {
  const banner = createFeature('banner', {
    variables: [{ slug: 'banner', type: 'boolean', client: true }],
    environments: { production: { defaults: { banner: served } } },
  });
  const production = {
    slug: 'production',
    name: 'Production',
    api_keys: apiKeys.map((key) => ({ key, kind: 'client' })),
  };
  const project = { slug: 'web', name: 'Web', environments: [production], features: [banner] };
  return { prune: true, organisations: [createOrganisation('acme', '', [], { projects: [project] })] };
}

let installation: TestInstallation;
let pool: ReturnType<typeof createPool>;
let redis: Redis;
let syncApi: ServiceProcess;
/** Between the one address and sync-api. */
let streams: TestProxy;
let gateway: Gateway;
let address: string;

beforeAll(async () => {
  installation = await createTestInstallation('eval-api', documentOf('off', keys.first));
  const [evalApi, port] = await Promise.all([installation.start(), findFreePort(), startSyncApi()]);
  streams = await startTestProxy(syncApi);
  gateway = await openGateway(port, [
    { path: '/ofrep', port: evalApi.port },
    { path: '/v1/stream', exact: true, port: streams.port },
  ]);
  address = `http://127.0.0.1:${port}`;
  pool = createPool(installation.env.DATABASE_URL);
  redis = new Redis(installation.env.REDIS_URL);
  Object.assign(globalThis, { EventSource });
});
afterEach(async () => {
  await OpenFeature.clearProviders();
  await until(async () => (await openStreams()) === 0);
});
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'EventSource');
  redis.disconnect();
  await pool.end();
  await streams.stop();
  await gateway.stop();
  await syncApi.stop('SIGKILL');
  await installation.stop();
});

async function startSyncApi(port?: number): Promise<void> {
  syncApi = await startTestService('sync-api', installation.env, port);
}

const openStreams = () => syncApi.metric('bunting_stream_connections{kind="client"}');

async function presentVersion(): Promise<number> {
  const { rows } = await pool.query<{ version: string }>(
    `SELECT version FROM environment WHERE id IN (SELECT environment_id FROM environment_key WHERE kind = 'client')`,
  );
  return Number(rows[0]!.version);
}

/** Resolves with what the stream may call the change: applying a document can make several versions, and the last may concern no page. */
async function apply(served: 'on' | 'off', ...apiKeys: readonly string[]): Promise<readonly string[]> {
  const before = await presentVersion();
  await applyDocument({ pool, redis }, documentOf(served, ...apiKeys));
  const count = (await presentVersion()) - before;
  return Array.from({ length: count }, (_, n) => `v${before + n + 1}`);
}

/** Returns the requests that name one of these versions, with their answers. */
function naming(versions: readonly string[], asked: readonly Asked[]): number[] {
  return asked.filter(({ etag }) => versions.includes(etag ?? '')).map(({ status }) => status);
}

interface Asked {
  readonly etag: string | null;
  readonly status: number;
}

/** Opens a page: its client, and the requests and events of its provider so far. It has its stream. */
async function openPage(key: string) {
  const asked: Asked[] = [];
  const provider = new OFREPWebProvider({
    baseUrl: address,
    headers: [['X-API-Key', key]],
    cacheMode: 'disabled',
    pollInterval: 0,
    async fetchImplementation(input: string | URL | Request, init?: RequestInit) {
      const answer = await fetch(input, init);
      const { searchParams } = new URL(input instanceof Request ? input.url : input);
      asked.push({ etag: searchParams.get('flagConfigEtag'), status: answer.status });
      return answer;
    },
  });
  await OpenFeature.setProviderAndWait(provider as Provider);
  const client = OpenFeature.getClient();
  const reported: ClientProviderEvents[] = [];
  for (const type of [ClientProviderEvents.ConfigurationChanged, ClientProviderEvents.Stale]) {
    client.addHandler(type, () => void reported.push(type));
  }
  await until(async () => (await openStreams()) === 1);
  return { asked, reported, banner: () => client.getBooleanValue('banner', false) };
}

it('a change is seen by the stream: one event, one question that names its version', async () => {
  await apply('off', keys.first);
  const page = await openPage(keys.first);
  // A client that connects within half a minute of a change is told of it.
  await until(() => page.asked.some(({ etag }) => etag !== null));
  const versions = await apply('on', keys.first);
  await until(page.banner);
  expect(naming(versions, page.asked)).toEqual([200]);
  expect(page.asked.slice(1).every(({ etag }) => etag !== null)).toBe(true);
  expect(page.reported).toEqual([ClientProviderEvents.ConfigurationChanged]);
});

it('a change while the stream is cut is seen when it is back', async () => {
  await apply('off', keys.first);
  const page = await openPage(keys.first);
  streams.cut();
  await until(() => page.reported.includes(ClientProviderEvents.Stale));
  await apply('on', keys.first);
  await until(page.banner);
  await until(async () => (await openStreams()) === 1);
  expect(page.banner()).toBe(true);
});

it('a change while the process is gone is seen, and later ones come by the stream again', async () => {
  await apply('off', keys.first);
  const page = await openPage(keys.first);
  await syncApi.stop('SIGKILL');
  await apply('on', keys.first);
  await until(page.banner);
  await startSyncApi(syncApi.port);
  await until(async () => (await openStreams()) === 1);
  const versions = await apply('off', keys.first);
  await until(() => !page.banner());
  await until(() => naming(versions, page.asked).length > 0);
  expect(page.banner()).toBe(false);
});

it('with its key revoked a page keeps its values and gets no stream, until it is set up anew', async () => {
  await apply('on', keys.first);
  const page = await openPage(keys.first);
  // The first answer may be older than the change.
  await until(page.banner);
  await apply('on', keys.second);
  await until(async () => (await openStreams()) === 0);
  await until(() => page.asked.at(-1)!.status === 401);
  await apply('off', keys.second);
  const answers = page.asked.length;
  await until(() => page.asked.length > answers);
  expect(page.asked.at(-1)).toEqual({ etag: null, status: 401 });
  expect([page.banner(), await openStreams()]).toEqual([true, 0]);

  const renewed = await openPage(keys.second);
  expect(renewed.banner()).toBe(false);
  const versions = await apply('on', keys.second);
  await until(renewed.banner);
  await until(() => naming(versions, renewed.asked).length > 0);
});
