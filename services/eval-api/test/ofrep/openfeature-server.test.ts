/** The public provider of OpenFeature for servers, unchanged from npm, against the service (docs/reference/sdks.md). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { until } from '@bunting/testing';
import { observeRequests, createOptions, rotating, rotatingKeys, staff, startApps } from './openfeature.ts';
import { keys } from '../organisations.ts';

let apps: Awaited<ReturnType<typeof startApps>>;
beforeAll(async () => void (apps = await startApps()));
afterAll(() => apps.stop());

describe('the provider for servers', () => {
  afterEach(() => OpenFeature.clearProviders());

  async function clientOf(key: string, of = apps.app) {
    await OpenFeature.setProviderAndWait(new OFREPProvider(createOptions(key, of)));
    return OpenFeature.getClient();
  }

  it('gets values of every type', async () => {
    const client = await clientOf(keys.production);
    expect(await client.getStringValue('checkout-layout', 'x', staff)).toBe('one-page');
    expect(await client.getBooleanValue('checkout-enabled', false, staff)).toBe(true);
    expect(await client.getNumberValue('banner-height', 0, staff)).toBe(40.5);
    expect(await client.getObjectValue('banner-content', {}, staff)).toEqual({
      title: 'Grüße, 世界',
      cents: 1.5,
      list: [1, [2, { deep: null }]],
    });
  });

  it('gets reason, variant and metadata', async () => {
    const client = await clientOf(keys.production);
    expect(await client.getStringDetails('checkout-layout', 'x', staff)).toMatchObject({
      value: 'one-page',
      variant: 'on',
      reason: 'TARGETING_MATCH',
      flagMetadata: {
        feature: 'checkout',
        reason: 'targeting_rule_matched',
        evaluation_trace: expect.any(String),
      },
    });
    const canadian = { targetingKey: 'user-1', country: 'CA' };
    expect(await client.getStringDetails('checkout-layout', 'x', canadian)).toMatchObject({
      reason: 'SPLIT',
    });
  });

  it.each([
    ['there is no such flag', 'nobody', 'FLAG_NOT_FOUND'],
    ['the type is another', 'banner-height', 'TYPE_MISMATCH'],
  ])("gives the code's default where %s", async (_what, flag, errorCode) => {
    const client = await clientOf(keys.production);
    expect(await client.getStringDetails(flag, 'fallback', staff)).toMatchObject({
      value: 'fallback',
      errorCode,
    });
  });

  it("gives the code's default where nothing is served", async () => {
    const client = await clientOf(keys.production);
    expect(await client.getBooleanValue('paused', true, staff)).toBe(true);
    expect(await client.getBooleanValue('undefaulted', true, staff)).toBe(true);
  });

  it('gets the values of a changed context, with the same targetingKey', async () => {
    const client = await clientOf(keys.production);
    expect(await client.getStringValue('checkout-layout', 'x', staff)).toBe('one-page');
    expect(await client.getStringValue('checkout-layout', 'x', { targetingKey: 'user-1' })).toBe('classic');
  });

  it('sends its key as a bearer token as well', async () => {
    const headers: [string, string][] = [['Authorization', `Bearer ${keys.production}`]];
    await OpenFeature.setProviderAndWait(new OFREPProvider({ ...createOptions('', apps.app), headers }));
    expect(await OpenFeature.getClient().getStringValue('checkout-layout', 'x', staff)).toBe('one-page');
  });

  it.each([
    ['an unknown key', 'c1a55e00-0000-4000-8000-00000000ffff'],
    ['a suspended organisation', keys.suspended],
    ['an inactive organisation', keys.inactive],
  ])("gives the code's default with %s", async (_what, key) => {
    const client = await clientOf(key);
    const details = await client.getBooleanDetails('untargeted', true, staff);
    expect(details).toMatchObject({ value: true, reason: 'ERROR' });
  });

  it('pauses after 429 until Retry-After, and asks for nothing meanwhile', async () => {
    const client = await clientOf(keys.fewRequests, apps.strict);
    const ask = () => client.getBooleanDetails('untargeted', true, staff);
    const seen = observeRequests(apps.strict.server);
    expect(await ask()).toMatchObject({ value: false, reason: 'STATIC' });
    expect(await ask()).toMatchObject({ value: true, reason: 'ERROR' });
    expect(await ask()).toMatchObject({ errorMessage: expect.stringContaining('paused') });
    expect(seen.map(({ status }) => status)).toEqual([200, 429]);
  });

  it('follows a key that is rotated: the old one fails, the new one serves', async () => {
    const key = { now: rotatingKeys.old };
    const provider = new OFREPProvider({
      baseUrl: createOptions('', apps.app).baseUrl,
      headersFactory: () => [['X-API-Key', key.now]] as [string, string][],
    });
    await OpenFeature.setProviderAndWait(provider);
    const client = OpenFeature.getClient();
    const ask = () => client.getBooleanDetails('untargeted', true, staff);
    expect(await ask()).toMatchObject({ value: false });
    await apps.app.apply(rotating(rotatingKeys.new));
    await until(async () => (await ask()).reason === 'ERROR');
    expect(await ask()).toMatchObject({ value: true, errorMessage: expect.any(String) });
    key.now = rotatingKeys.new;
    expect(await ask()).toMatchObject({ value: false, reason: 'STATIC' });
  });
});
