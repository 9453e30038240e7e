/** The public provider of OpenFeature for pages, unchanged from npm, where a proxy serves Bunting below a path of its site (docs/reference/sdks.md). */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findFreePort } from '@bunting/embedded-servers';
import { until, type ServiceProcess } from '@bunting/testing';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, type Provider } from '@openfeature/web-sdk';
import { EventSource } from 'eventsource';

const key = 'c1a55e00-0000-8c11-8000-0000000000b1';
const path = '/shop/flags';

function documentOf(served: 'on' | 'off'): object {
  const banner = createFeature('banner', {
    variables: [{ slug: 'banner', type: 'boolean', client: true }],
    environments: { production: { defaults: { banner: served } } },
  });
  const production = { slug: 'production', name: 'Production', api_keys: [{ key, kind: 'client' }] };
  const project = { slug: 'web', name: 'Web', environments: [production], features: [banner] };
  return { prune: true, organisations: [createOrganisation('acme', '', [], { projects: [project] })] };
}

let installation: TestInstallation;
let syncApi: ServiceProcess;
let site: Server;
let address: string;
/** The paths that the provider asked the site for. */
const asked: string[] = [];

beforeAll(async () => {
  installation = await createTestInstallation('eval-api', documentOf('off'));
  const port = await findFreePort();
  address = `http://127.0.0.1:${port}${path}`;
  const evalApi = await installation.start({ PUBLIC_URL: address });
  syncApi = await installation.startOther('sync-api');
  site = createServer((req, res) => {
    asked.push(req.url!);
    const stripped = req.url!.startsWith(`${path}/`) ? req.url!.slice(path.length) : undefined;
    if (stripped === undefined) return void res.writeHead(404).end();
    const { port } = stripped.startsWith('/v1/stream') ? syncApi : evalApi;
    const { method, headers } = req;
    const passed = request({ host: '127.0.0.1', port, path: stripped, method, headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    res.on('close', () => passed.destroy());
    req.pipe(passed);
  }).listen(port, '127.0.0.1');
  await once(site, 'listening');
  Object.assign(globalThis, { EventSource });
});

afterAll(async () => {
  await OpenFeature.clearProviders();
  Reflect.deleteProperty(globalThis, 'EventSource');
  site?.closeAllConnections();
  site?.close();
  await installation?.stop();
});

it('a page below a path opens the stream there, and sees a change by it', async () => {
  const provider = new OFREPWebProvider({
    baseUrl: address,
    headers: [['X-API-Key', key]],
    cacheMode: 'disabled',
    pollInterval: 0,
  });
  await OpenFeature.setProviderAndWait(provider as Provider);
  const client = OpenFeature.getClient();
  expect(client.getBooleanValue('banner', true)).toBe(false);
  await until(async () => (await syncApi.metric('bunting_stream_connections{kind="client"}')) === 1);
  await installation.apply(documentOf('on'));
  await until(() => client.getBooleanValue('banner', false));
  expect(asked).toContain(`${path}/v1/stream?key=${key}`);
  expect(asked.filter((each) => !each.startsWith(`${path}/`))).toEqual([]);
});
