/** The public provider of OpenFeature for pages, unchanged from npm, against the service (docs/reference/sdks.md). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OFREPWebProvider, type OFREPWebProviderOptions } from '@openfeature/ofrep-web-provider';
import { ClientProviderEvents, OpenFeature, type Provider } from '@openfeature/web-sdk';
import { until } from '@bunting/testing';
import {
  observeRequests,
  createOptions,
  rotating,
  rotatingKeys,
  staff,
  startApps,
  withStagingDefault,
} from './openfeature.ts';
import { keys } from '../organisations.ts';

let apps: Awaited<ReturnType<typeof startApps>>;
beforeAll(async () => void (apps = await startApps()));
afterAll(() => apps.stop());

describe('the provider for pages', () => {
  afterEach(async () => {
    await OpenFeature.clearProviders();
    await OpenFeature.clearContexts();
  });

  async function clientOf(key: string, options: Partial<OFREPWebProviderOptions> = {}, of = apps.app) {
    await OpenFeature.setContext(staff);
    const provider = new OFREPWebProvider({ ...createOptions(key, of), cacheMode: 'disabled', ...options });
    await OpenFeature.setProviderAndWait(provider as Provider);
    return OpenFeature.getClient();
  }

  /** Records the provider's events from now on. */
  function eventsOf(client: ReturnType<typeof OpenFeature.getClient>) {
    const reported: [string, unknown][] = [];
    for (const type of [ClientProviderEvents.ConfigurationChanged, ClientProviderEvents.Stale]) {
      client.addHandler(type, (details) => void reported.push([type, details?.flagsChanged]));
    }
    return reported;
  }

  it('gets what a client key gets, and nothing else', async () => {
    const client = await clientOf(keys.client);
    expect(client.getStringDetails('checkout-layout', 'x')).toMatchObject({
      value: 'one-page',
      variant: 'on',
      reason: 'TARGETING_MATCH',
    });
    expect(client.getBooleanDetails('checkout-enabled', false)).toMatchObject({
      errorCode: 'FLAG_NOT_FOUND',
    });
  });

  it("gives the code's default where nothing is served", async () => {
    const client = await clientOf(keys.client);
    expect(client.getBooleanValue('paused', true)).toBe(true);
    expect(client.getBooleanDetails('undefaulted', true)).toMatchObject({ value: true, reason: 'DEFAULT' });
  });

  it('gets the values of a changed context, with the same targetingKey', async () => {
    const client = await clientOf(keys.client);
    await OpenFeature.setContext({ targetingKey: 'user-1' });
    expect(client.getStringValue('checkout-layout', 'x')).toBe('classic');
    await OpenFeature.setContext(staff);
    expect(client.getStringValue('checkout-layout', 'x')).toBe('one-page');
  });

  it('gets values of every type', async () => {
    const client = await clientOf(keys.production);
    expect(client.getStringValue('checkout-layout', 'x')).toBe('one-page');
    expect(client.getBooleanValue('checkout-enabled', false)).toBe(true);
    expect(client.getNumberValue('banner-height', 0)).toBe(40.5);
    expect(client.getObjectValue('banner-content', {})).toMatchObject({ title: 'Grüße, 世界' });
    expect(client.getStringDetails('banner-height', 'x')).toMatchObject({
      value: 'x',
      errorCode: 'TYPE_MISMATCH',
    });
  });

  it('gets metadata of the flag', async () => {
    const client = await clientOf(keys.client);
    expect(client.getStringDetails('checkout-layout', 'x').flagMetadata).toEqual({
      feature: 'checkout',
      reason: 'targeting_rule_matched',
    });
  });

  it('polls by entity tag: reports a change that it sees, and of nothing else', async () => {
    const client = await clientOf(keys.staging, { pollInterval: 20 });
    const reported = eventsOf(client);
    const seen = observeRequests(apps.app.server);
    await until(() => seen.length >= 3);
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([304]));
    expect(reported).toEqual([]);
    await apps.app.apply(withStagingDefault());
    await until(() => reported.length > 0);
    expect(reported[0]).toEqual([ClientProviderEvents.ConfigurationChanged, ['untargeted']]);
    expect(client.getBooleanValue('untargeted', false)).toBe(true);
  });

  it.each([
    ['an unknown key', 'c1a55e00-0000-4000-8000-00000000ffff'],
    ['a suspended organisation', keys.suspended],
    ['an inactive organisation', keys.inactive],
  ])('gives up with %s, until it is set up anew', async (_what, key) => {
    await expect(clientOf(key)).rejects.toThrow('Initialization failed');
    expect(OpenFeature.getClient().providerStatus).toBe('FATAL');
  });

  it('does not ask before Retry-After when it was answered 429', async () => {
    const client = await clientOf(keys.clientOfFewRequests, {}, apps.strict);
    const reported = eventsOf(client);
    const seen = observeRequests(apps.strict.server);
    await OpenFeature.setContext({ targetingKey: 'user-2' });
    expect(seen.map(({ status }) => status)).toEqual([429]);
    await OpenFeature.setContext({ targetingKey: 'user-3' });
    expect(seen).toHaveLength(1);
    expect(reported[0]).toEqual([ClientProviderEvents.Stale, undefined]);
    expect(client.getBooleanValue('public', true)).toBe(false);
  });

  it('keeps its values while its key is revoked, and goes on with a new one', async () => {
    const key = { now: rotatingKeys.old };
    const client = await clientOf('', {
      headers: [],
      headersFactory: async () => [['X-API-Key', key.now]],
      pollInterval: 20,
    });
    const reported = eventsOf(client);
    await apps.app.apply(rotating(rotatingKeys.new));
    await until(() => reported.length > 0);
    expect(reported[0]![0]).toBe(ClientProviderEvents.Stale);
    expect(client.getBooleanValue('untargeted', true)).toBe(false);
    key.now = rotatingKeys.new;
    const seen = observeRequests(apps.app.server);
    await until(() => seen.some(({ status }) => status === 304));
    expect(client.getBooleanValue('untargeted', true)).toBe(false);
  });

  describe('with an EventSource', () => {
    /** As much of a browser's as the provider uses. */
    class OpenedEventSource extends EventTarget {
      static readonly opened: OpenedEventSource[] = [];
      readonly readyState = 1;
      readonly url: string;
      constructor(url: string) {
        super();
        this.url = url;
        OpenedEventSource.opened.push(this);
      }
      close() {}
    }
    beforeAll(() => void Object.assign(globalThis, { EventSource: OpenedEventSource }));
    afterAll(() => void Reflect.deleteProperty(globalThis, 'EventSource'));

    it('opens one stream, which no change of context replaces, and asks again when an event asks for it', async () => {
      const client = await clientOf(keys.client);
      await OpenFeature.setContext({ targetingKey: 'user-2' });
      await OpenFeature.setContext(staff);
      const urls = OpenedEventSource.opened.map(({ url }) => url);
      expect(urls).toEqual([`http://127.0.0.1:${apps.app.port}/v1/stream?key=${keys.client}`]);

      const seen = observeRequests(apps.app.server);
      const data = { type: 'refetchEvaluation', etag: 'v1', lastModified: 1_790_000_000 };
      OpenedEventSource.opened[0]!.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }));
      await until(() => seen.length > 0);
      expect(seen).toEqual([
        {
          url: '/ofrep/v1/evaluate/flags?flagConfigEtag=v1&flagConfigLastModified=1790000000',
          status: 304,
        },
      ]);
      expect(client.getStringValue('checkout-layout', 'x')).toBe('one-page');
    });

    it('opens none with a server key', async () => {
      OpenedEventSource.opened.splice(0);
      await clientOf(keys.production);
      expect(OpenedEventSource.opened).toEqual([]);
    });
  });
});
