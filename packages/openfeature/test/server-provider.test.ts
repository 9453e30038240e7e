/** The provider for servers in OpenFeature's SDK, over both clients of @bunting/node, against the services. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServerClient } from '@bunting/node';
import { createLocalClient, type LocalClient, type LocalClientOptions } from '@bunting/node/local';
import { ErrorCode, OpenFeature, ProviderEvents, type EvaluationContext } from '@openfeature/server-sdk';
import { ensureBuilt, until } from '@bunting/testing';
import { startInstallation, type Installation } from '../../node/test/installation.ts';
import { BuntingServerProvider } from '../src/server.ts';
import { createDocument, keys, restore, rotated, wholeDocument } from './flags.ts';
import { askBy, scenarios, type FlagClient } from './scenarios.ts';
import { reportedBy } from './reported-by.ts';

/** The SDK logs failures that the tests cause. */
OpenFeature.setLogger({ error() {}, warn() {}, info() {}, debug() {} });

let installation: Installation;
const locals: LocalClient[] = [];
beforeAll(async () => void (installation = await startInstallation(wholeDocument)));
afterEach(async () => {
  installation.proxy.setFate(() => 'passes');
  OpenFeature.clearHandlers();
  await OpenFeature.clearProviders();
  await Promise.all(locals.splice(0).map((client) => client.close()));
  installation.proxy.requests.splice(0);
});
afterAll(() => installation.stop());

const flags = OpenFeature.getClient();
const errors: string[] = [];
const onError = ({ code }: { code: string }) => void errors.push(code);
const proxy = () => installation.proxy;
const asked = () => proxy().requestsOf('/v1/variables').length;
const seven = { targetingKey: 'user-7' };

function remoteOf(key = keys.server): BuntingServerProvider {
  errors.splice(0);
  return new BuntingServerProvider({ url: installation.url, key, timeoutMs: 5_000, onError });
}

function localOf(options: LocalClientOptions = {}): BuntingServerProvider {
  errors.splice(0);
  const client = createLocalClient({ url: installation.url, key: keys.datafile, onError, ...options });
  locals.push(client);
  return new BuntingServerProvider(client);
}

const eventsOf = () => reportedBy(OpenFeature as never, ProviderEvents);

async function storedOf(userKey: string) {
  const stored = await installation.storedEvents();
  return stored
    .filter(({ user_key }) => user_key === userKey)
    .map(({ event, value, verified }) => [event, value, verified]);
}

describe.each([
  ['remote', () => remoteOf()],
  ['local', () => localOf()],
])('over the %s client', (kind, providerOf) => {
  it.each(scenarios.map((scenario) => ({ scenario, text: JSON.stringify(scenario.context), ...scenario })))(
    'the evaluation of $key with the default $fallback for $text is $expected.reason',
    async ({ scenario, expected, key }) => {
      await OpenFeature.setProviderAndWait(providerOf());
      const details = await askBy(flags as unknown as FlagClient<Promise<object>>, scenario);
      expect(details).toMatchObject({ flagKey: key, ...expected });
    },
  );

  it('a split says so', async () => {
    await OpenFeature.setProviderAndWait(
      kind === 'remote'
        ? new BuntingServerProvider({ url: installation.url, key: keys.server, exposures: 'split' })
        : providerOf(),
    );
    expect(await flags.getStringDetails('checkout-layout', 'none', seven)).toMatchObject({ reason: 'SPLIT' });
  });

  it('a changed context with the same targetingKey has the new values', async () => {
    await OpenFeature.setProviderAndWait(providerOf());
    const valueIn = (country: string) => flags.getStringValue('welcome', '', { ...seven, country });
    expect([await valueIn('DE'), await valueIn('FR'), await valueIn('DE')]).toEqual([
      'Hello',
      'Bonjour',
      'Hello',
    ]);
  });

  it('track arrives as an event of the user', async () => {
    const userKey = `tracked-${kind}`;
    await OpenFeature.setProviderAndWait(providerOf());
    flags.track(
      'order',
      { targetingKey: userKey },
      { value: 12.5, variable: 'welcome', more: 'is not sent' },
    );
    flags.track('search', { targetingKey: userKey }, { variable: ['banner', 'boolean-flag'] });
    await OpenFeature.clearProviders();
    const isVerified = kind === 'remote';
    expect(await storedOf(userKey)).toEqual([
      ['order', 12.5, isVerified],
      ['search', null, isVerified],
      ['search', null, isVerified],
    ]);
  });

  it('a context that JSON cannot write has the default, which is reported', async () => {
    await OpenFeature.setProviderAndWait(providerOf());
    for (const value of [42n, { a: [42n] }, new BigInt64Array(1)]) {
      for (const name of ['targetingKey', 'plan', 'custom_data']) {
        const context = { [name]: value } as unknown as EvaluationContext;
        const details = await flags.getBooleanDetails('banner', false, context);
        expect(details).toMatchObject({ value: false, reason: 'ERROR', errorCode: ErrorCode.GENERAL });
      }
    }
    expect(errors).toEqual(['application']);
  });

  it('the application is told that the provider is ready, once', async () => {
    const reported = eventsOf();
    await OpenFeature.setProviderAndWait(providerOf());
    expect(reported).toEqual(['READY']);
  });
});

describe('over the remote client', () => {
  it('evaluations of one turn and one context are one request', async () => {
    await OpenFeature.setProviderAndWait(remoteOf());
    const names = ['banner', 'boolean-flag', 'boolean-zero-flag'];
    const values = await Promise.all(names.map((name) => flags.getBooleanValue(name, false, seven)));
    expect([values, asked()]).toEqual([[true, true, false], 1]);
  });

  it('an evaluation for which there is no service is the default, and the next one may succeed', async () => {
    await OpenFeature.setProviderAndWait(remoteOf());
    proxy().setFate(() => 'breaks');
    expect(await flags.getBooleanDetails('banner', false, seven)).toMatchObject({
      value: false,
      reason: 'ERROR',
      errorCode: 'GENERAL',
    });
    proxy().setFate(() => 'passes');
    expect(await flags.getBooleanValue('banner', false, seven)).toBe(true);
  });

  it('a revoked key gives defaults; a provider with the new one goes on', async () => {
    await OpenFeature.setProviderAndWait(remoteOf(keys.oldServer));
    expect(await flags.getBooleanValue('banner', false, seven)).toBe(true);
    await installation.apply(rotated);
    await until(
      async () => (await flags.getBooleanDetails('banner', false, seven)).errorCode === ErrorCode.GENERAL,
    );
    const before = asked();
    expect([await flags.getBooleanValue('banner', false, seven), asked(), errors]).toEqual([
      false,
      before,
      ['refused'],
    ]);
    await OpenFeature.setProviderAndWait(remoteOf(keys.newServer));
    expect(await flags.getBooleanValue('banner', false, seven)).toBe(true);
  });

  it('a suspended organisation gets defaults', async () => {
    await OpenFeature.setProviderAndWait(remoteOf(keys.changingServer));
    await installation.apply(createDocument({ status: 'suspended' }));
    await until(
      async () => (await flags.getBooleanDetails('banner', false, seven)).errorCode === ErrorCode.GENERAL,
    );
    expect(errors).toEqual(['refused']);
    await restore(installation);
  });

  it('after 429 nobody is asked before Retry-After', async () => {
    await OpenFeature.setProviderAndWait(remoteOf());
    proxy().setFate(() => ({ status: 429, headers: { 'Retry-After': '60' } }));
    const ask = () => flags.getBooleanDetails('banner', false, seven);
    expect(await ask()).toMatchObject({ value: false, errorCode: 'GENERAL' });
    proxy().setFate(() => 'passes');
    const before = asked();
    expect([await ask(), asked(), errors]).toMatchObject([{ value: false }, before, ['limited']]);
  });

  it('a provider that was closed may be set again', async () => {
    const provider = remoteOf();
    await OpenFeature.setProviderAndWait(provider);
    await OpenFeature.clearProviders();
    await OpenFeature.setProviderAndWait(provider);
    expect(await flags.getBooleanValue('banner', false, seven)).toBe(true);
  });

  it('wrong options are a TypeError that lists all of them', () => {
    expect(() => new BuntingServerProvider({ url: 'none', key: 'none' })).toThrow(/"url"[^]*"key"/);
  });
});

describe('over a client of the application', () => {
  it('closing the provider sends its events, and leaves the client open', async () => {
    const client = createServerClient({ url: installation.url, key: keys.server, timeoutMs: 5_000 });
    await OpenFeature.setProviderAndWait(new BuntingServerProvider(client));
    flags.track('left', { targetingKey: 'left' }, { variable: 'banner' });
    await OpenFeature.clearProviders();
    expect(await storedOf('left')).toEqual([['left', null, true]]);
    expect(await client.value('banner', false, null)).toBe(true);
    await client.close();
  });
});

describe('over the local client, the application is told', () => {
  const streamIsOpen = () => until(() => proxy().requestsOf('/v1/stream').length > 0);

  it('which flags changed', async () => {
    await OpenFeature.setProviderAndWait(localOf());
    await streamIsOpen();
    const reported = eventsOf();
    await installation.apply(createDocument({ banner: 'off' }));
    await until(async () => !(await flags.getBooleanValue('banner', true)));
    expect(reported).toEqual(['CONFIGURATION_CHANGED', ['banner']]);
    await restore(installation);
  });

  it('that the provider cannot start while the service is away, and that it has started', async () => {
    const reported = eventsOf();
    proxy().setFate(() => 'breaks');
    await expect(OpenFeature.setProviderAndWait(localOf())).rejects.toThrow('Not loaded');
    expect([reported, flags.providerStatus]).toEqual([['ERROR'], 'ERROR']);
    expect(await flags.getBooleanDetails('banner', false)).toMatchObject({
      value: false,
      errorCode: 'GENERAL',
    });
    proxy().setFate(() => 'passes');
    await until(() => reported.includes('READY'));
    expect(await flags.getBooleanValue('banner', false)).toBe(true);
  });

  it('that the datafile is stale while the service is away, and that it is back', async () => {
    await OpenFeature.setProviderAndWait(localOf());
    await streamIsOpen();
    const reported = eventsOf();
    proxy().setFate((path) => (path.startsWith('/v1/datafile') ? 'breaks' : 'passes'));
    await installation.apply(createDocument({ banner: 'off' }));
    await until(() => reported.length > 0);
    expect([reported, await flags.getBooleanValue('banner', false)]).toEqual([['STALE'], true]);
    proxy().setFate(() => 'passes');
    await until(() => reported.includes('READY'));
    expect(new Set(reported)).toEqual(new Set(['STALE', 'CONFIGURATION_CHANGED', ['banner'], 'READY']));
    await restore(installation);
  });
});

describe('the examples of the README', () => {
  const own = new URL('../', import.meta.url);
  const examples = [...readFileSync(new URL('README.md', own), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)];
  beforeAll(() => ensureBuilt());

  it.each([
    ['in a page', 0, 'layout\n'],
    ['on a server', 1, 'layout\n'],
    ['in the process', 2, 'layout\n'],
    ['events', 3, 'one-page\norder\n'],
  ])('run: %s', async (_, index, printed) => {
    const text = examples[index]![1]!.replace('https://flags.shop.example', installation.url).replace(
      '5f0c2b52-6a3c-8c11-9d55-0a1b2c3d6f70',
      keys.client,
    );
    const env = {
      BUNTING_URL: installation.url,
      BUNTING_KEY: keys.server,
      BUNTING_DATAFILE_KEY: keys.datafile,
    };
    // The client of a page has timers, which a page ends by leaving.
    const args = ['--input-type=module', '--eval', index === 0 ? `${text}\nprocess.exit();` : text];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: own, env });
    expect(stdout.replace(/^(?:classic|one-page)\n$/, 'layout\n')).toBe(printed);
  });
});
