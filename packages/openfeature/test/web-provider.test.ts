/** The provider for pages in OpenFeature's SDK, against the services. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenFeature, ProviderEvents, ProviderStatus, type EvaluationContext } from '@openfeature/web-sdk';
import { until } from '@bunting/testing';
import { NodeEventSource } from '../../client/test/node-event-source.ts';
import { startInstallation, type Installation } from '../../node/test/installation.ts';
import { BuntingWebProvider, type BuntingWebProviderOptions } from '../src/web.ts';
import { createDocument, keys, restore, rotated, wholeDocument } from './flags.ts';
import { askBy, scenarios, type FlagClient } from './scenarios.ts';
import { reportedBy } from './reported-by.ts';

/** The SDK logs failures that the tests cause. */
OpenFeature.setLogger({ error() {}, warn() {}, info() {}, debug() {} });

let installation: Installation;
beforeAll(async () => {
  Object.assign(globalThis, { EventSource: NodeEventSource });
  installation = await startInstallation(wholeDocument);
});
afterEach(async () => {
  installation.proxy.setFate(() => 'passes');
  OpenFeature.clearHandlers();
  await OpenFeature.clearProviders();
  await OpenFeature.clearContexts();
  installation.proxy.requests.splice(0);
});
afterAll(async () => {
  await installation.stop();
  Reflect.deleteProperty(globalThis, 'EventSource');
});

const flags = OpenFeature.getClient();
const errors: string[] = [];
const proxy = () => installation.proxy;
const asked = () => proxy().requestsOf('/v1/evaluations').length;
const isFollowed = () => until(() => proxy().requestsOf('/v1/stream').length > 0);
const seven = { targetingKey: 'user-7' };

function providerOf(options: Partial<BuntingWebProviderOptions> = {}): BuntingWebProvider {
  errors.splice(0);
  const onError = ({ code }: { code: string }) => void errors.push(code);
  return new BuntingWebProvider({ url: installation.url, key: keys.client, onError, ...options });
}

async function start(context: EvaluationContext = seven, options: Partial<BuntingWebProviderOptions> = {}) {
  await OpenFeature.setProviderAndWait(providerOf(options), context);
}

const eventsOf = () => reportedBy(OpenFeature as never, ProviderEvents);

/** Events wait for two seconds, and are verified then. */
async function storedOf(userKey: string, count: number) {
  const stored = async () =>
    (await installation.storedEvents()).filter(({ user_key }) => user_key === userKey);
  await until(async () => (await stored()).length === count);
  return (await stored()).map(({ event, value, verified }) => [event, value, verified]);
}

describe('evaluations', () => {
  it.each(scenarios.map((scenario) => ({ scenario, text: JSON.stringify(scenario.context), ...scenario })))(
    'of $key with the default $fallback for $text are $expected.reason',
    async ({ scenario, expected, context, key }) => {
      await start(context);
      expect(askBy(flags as unknown as FlagClient<object>, scenario)).toMatchObject({
        flagKey: key,
        ...expected,
      });
    },
  );

  it('by a split say so, and send an exposure', async () => {
    const context = { targetingKey: 'exposed' };
    await start(context);
    expect(flags.getStringDetails('checkout-layout', 'none')).toMatchObject({ reason: 'SPLIT' });
    expect(await storedOf('exposed', 1)).toEqual([['exposure', null, true]]);
  });

  it('take one request', async () => {
    await start(seven, { stream: false });
    expect(flags.getBooleanValue('banner', false)).toBe(true);
    expect(proxy().requests.map(({ path }) => path.replace(/\?.*/, ''))).toEqual(['/v1/evaluations']);
  });

  it('before the provider is ready are not ready', async () => {
    const started = start();
    expect(flags.getBooleanDetails('banner', false)).toMatchObject({ errorCode: 'PROVIDER_NOT_READY' });
    await started;
  });
});

describe('the context', () => {
  it('that changes with the same targetingKey ends in the new values', async () => {
    await start({ ...seven, country: 'DE' });
    expect(flags.getStringValue('welcome', '')).toBe('Hello');
    await OpenFeature.setContext({ ...seven, country: 'FR' });
    expect(flags.getStringValue('welcome', '')).toBe('Bonjour');
  });

  it('that changes often ends in the values of the last one', async () => {
    await start();
    const reported = eventsOf();
    const countries = ['DE', 'FR', 'CH', 'AT', 'FR'];
    await Promise.all(countries.map((country) => OpenFeature.setContext({ ...seven, country })));
    expect(flags.getStringValue('welcome', '')).toBe('Bonjour');
    expect(reported).toEqual([...countries.map(() => 'RECONCILING'), 'CONTEXT_CHANGED']);
  });

  it('may change while the provider starts', async () => {
    const started = start(seven);
    await OpenFeature.setContext({ ...seven, country: 'FR' });
    await started;
    expect(flags.getStringValue('welcome', '')).toBe('Bonjour');
  });

  it('of somebody else is served nothing of the user before, while the service is asked', async () => {
    await start({ ...seven, country: 'FR' });
    const changed = OpenFeature.setContext({ targetingKey: 'somebody-else' });
    expect(flags.providerStatus).toBe('RECONCILING');
    expect(flags.getStringDetails('welcome', 'none')).toMatchObject({ value: 'none', errorCode: 'GENERAL' });
    await changed;
    expect(flags.getStringValue('welcome', 'none')).toBe('Hello');
  });

  it('is that of one domain', async () => {
    const provider = providerOf();
    await OpenFeature.setProviderAndWait('one', provider);
    expect(() => OpenFeature.setProvider('other', provider)).toThrow('to more than one domain');
  });
});

describe('the application is told', () => {
  it('that the provider is ready, once', async () => {
    const reported = eventsOf();
    await start();
    expect(reported).toEqual(['READY']);
  });

  it('of a change of context, and of no change of configuration then', async () => {
    await start();
    const reported = eventsOf();
    await OpenFeature.setContext({ targetingKey: 'user-8', country: 'FR' });
    expect(reported).toEqual(['RECONCILING', 'CONTEXT_CHANGED']);
  });

  it('which flags changed', async () => {
    await start();
    await isFollowed();
    const reported = eventsOf();
    await installation.apply(createDocument({ banner: 'off' }));
    await until(() => !flags.getBooleanValue('banner', true));
    expect(reported).toEqual(['CONFIGURATION_CHANGED', ['banner']]);
    await restore(installation);
  });

  it('that values are stale while the service is away, and that it is back', async () => {
    await start();
    const reported = eventsOf();
    proxy().setFate(() => 'breaks');
    await OpenFeature.setContext({ ...seven, country: 'FR' });
    await until(() => reported.includes('STALE'));
    expect([flags.providerStatus, flags.getStringValue('welcome', '')]).toEqual(['STALE', 'Hello']);
    proxy().setFate(() => 'passes');
    await until(() => reported.includes('READY'));
    expect([flags.providerStatus, flags.getStringValue('welcome', '')]).toEqual(['READY', 'Bonjour']);
    expect(reported).toEqual([
      'RECONCILING',
      'CONTEXT_CHANGED',
      'STALE',
      'CONFIGURATION_CHANGED',
      ['welcome'],
      'READY',
    ]);
  });

  it('that there is nothing for somebody else while the service is away', async () => {
    await start();
    const reported = eventsOf();
    proxy().setFate(() => 'breaks');
    await OpenFeature.setContext({ targetingKey: 'user-9' });
    expect(reported).toEqual(['RECONCILING', 'ERROR']);
    expect(flags.getBooleanDetails('banner', false)).toMatchObject({ errorCode: 'GENERAL' });
    proxy().setFate(() => 'passes');
    await until(() => reported.includes('READY'));
    expect(flags.getBooleanValue('banner', false)).toBe(true);
  });

  it('that the provider cannot start while the service is away, and that it has started', async () => {
    const reported = eventsOf();
    proxy().setFate(() => 'breaks');
    await expect(start()).rejects.toThrow('Not loaded');
    expect([reported, flags.providerStatus, errors]).toEqual([['ERROR'], 'ERROR', ['unavailable']]);
    expect(flags.getBooleanDetails('banner', false)).toMatchObject({ value: false, reason: 'ERROR' });
    proxy().setFate(() => 'passes');
    await until(() => reported.includes('READY'));
    expect(flags.getBooleanValue('banner', false)).toBe(true);
  });

  it('that what is stored serves until the service answers', async () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    await start(seven, { storage });
    await OpenFeature.clearProviders();
    await installation.apply(createDocument({ banner: 'off' }));
    const reported = eventsOf();
    proxy().setFate(() => 'hangs');
    const started = start(seven, { storage, timeoutMs: 500 });
    await until(() => reported.length > 0);
    expect([reported, flags.getBooleanValue('banner', false)]).toEqual([['STALE'], true]);
    await started;
    await until(() => reported.length > 2);
    expect(reported).toEqual(['STALE', 'READY', 'STALE']);
    proxy().setFate(() => 'passes');
    await until(() => reported.at(-1) === 'READY');
    expect(reported).toEqual(['STALE', 'READY', 'STALE', 'CONFIGURATION_CHANGED', ['banner'], 'READY']);
    await restore(installation);
  });

  it('nothing when the provider is closed', async () => {
    await start();
    await isFollowed();
    await OpenFeature.clearProviders();
    const reported = eventsOf();
    // Requests that were under way when the provider was closed have arrived.
    await restore(installation);
    const before = asked();
    await installation.apply(createDocument({ banner: 'off' }));
    await restore(installation);
    expect([reported, asked()]).toEqual([[], before]);
  });
});

it('track arrives as an event of the user', async () => {
  await start({ targetingKey: 'tracked' });
  flags.track('order', { value: 12.5, variable: 'welcome', more: 'is not sent' });
  flags.track('search', { variable: ['banner', 'welcome'] });
  expect(await storedOf('tracked', 3)).toEqual([
    ['order', 12.5, true],
    ['search', null, true],
    ['search', null, true],
  ]);
});

describe('a key', () => {
  it('that is unknown makes the provider fatal', async () => {
    const reported = eventsOf();
    await expect(start(seven, { key: keys.unknown })).rejects.toThrow('Not loaded');
    expect([reported, flags.providerStatus, errors]).toEqual([['ERROR'], 'FATAL', ['refused']]);
    expect(flags.getBooleanDetails('banner', false)).toMatchObject({ errorCode: 'PROVIDER_FATAL' });
  });

  it('that is revoked leaves the values; a provider with the new one goes on', async () => {
    await start(seven, { key: keys.oldClient });
    const reported = eventsOf();
    await installation.apply(rotated);
    await until(async () => {
      await OpenFeature.setContext({ ...seven, time: String(Date.now()) });
      return errors.length > 0;
    });
    await until(() => reported.includes('STALE'));
    expect([flags.getBooleanValue('banner', false), errors]).toEqual([true, ['refused']]);
    const before = asked();
    await start(seven, { key: keys.newClient });
    expect([flags.getBooleanValue('banner', false), flags.providerStatus, asked()]).toEqual([
      true,
      'READY',
      before + 1,
    ]);
  });

  it('of a suspended organisation leaves the values until it is active again', async () => {
    await start(seven, { key: keys.changingClient });
    await installation.apply(createDocument({ status: 'suspended' }));
    const changed = () => OpenFeature.setContext({ ...seven, time: String(Date.now()) });
    await until(async () => {
      await changed();
      return errors.length > 0;
    });
    await until(() => flags.providerStatus === ProviderStatus.STALE);
    expect([flags.getBooleanValue('banner', false), errors]).toEqual([true, ['refused']]);
    await restore(installation);
    await until(async () => {
      await changed();
      return flags.providerStatus === ProviderStatus.READY;
    });
  });
});

it('after 429 nobody is asked before Retry-After, and the values stay', async () => {
  await start();
  proxy().setFate(() => ({ status: 429, headers: { 'Retry-After': '60' } }));
  await OpenFeature.setContext({ ...seven, country: 'FR' });
  await until(() => flags.providerStatus === ProviderStatus.STALE);
  proxy().setFate(() => 'passes');
  const before = asked();
  await OpenFeature.setContext({ ...seven, country: 'DE' });
  expect([asked(), flags.getStringValue('welcome', ''), errors]).toEqual([before, 'Hello', ['limited']]);
});
