/** Server rendering. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Suspense, createElement as h, type ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { createClient, type Client, type Evaluations } from '@bunting/client';
import { createTestClient } from '@bunting/client/testing';
import { BuntingProvider, useBunting, useStatus, useVariable, useVariableDetails } from './index.ts';
import { TestBuntingProvider } from './testing.ts';

afterEach(() => void jest.restoreAllMocks());

const bootstrap: Evaluations = {
  version: 1,
  results: {
    layout: {
      key: 'layout',
      value: 'one-page',
      variation: 'one-page',
      reason: 'default_variation',
      feature: 'f',
    },
  },
};
const open = (more: object = {}) =>
  createClient({
    url: 'https://flags.example',
    key: 'c0a7ac70-0000-8c11-8000-000000000001',
    offline: true,
    storage: false,
    ...more,
  });
const rendered = (client: Client, component: () => ReactNode) =>
  renderToString(h(BuntingProvider, { client }, h(component)));

const Layout = () => useVariable('Layout', 'classic');
const Suspending = () => useVariable('layout', 'classic', { suspend: true });
const Status = () => useStatus();

describe('a server renders', () => {
  it('the values of the bootstrap, and fallbacks without one', () => {
    expect(rendered(open({ bootstrap }), Layout)).toBe('one-page');
    expect(rendered(open(), Layout)).toBe('classic');
  });

  it('the values that its client has loaded, because these are the bootstrap of the page', () => {
    const client = createTestClient({ layout: 'one-page' });
    client.set({ layout: 'two-pages' });
    expect(rendered(client, Layout)).toBe('two-pages');
  });

  it('the fallback where the value is of another type, and what details say of it', () => {
    const Wrong = () => JSON.stringify(useVariableDetails('layout', 7));
    expect(JSON.parse(rendered(open({ bootstrap }), Wrong).replaceAll('&quot;', '"'))).toMatchObject({
      value: 7,
      isFallback: true,
      error: 'type_mismatch',
    });
  });

  it('the status that the page will have when it takes over', () => {
    expect(rendered(open({ bootstrap }), Status)).toBe('ready');
    expect(rendered(open(), Status)).toBe('loading');
  });

  it('what suspends when its client is ready', async () => {
    const client = createTestClient();
    client.setStatus('loading');
    const stream = renderToPipeableStream(
      h(BuntingProvider, { client }, h(Suspense, { fallback: 'waits' }, h(Suspending))),
      {
        onShellReady() {
          stream.pipe(body);
          client.set({ layout: 'one-page' });
          client.setStatus('ready');
        },
      },
    );
    const body = new PassThrough();
    expect(await text(body)).toContain('one-page');
  });

  it('the values of a test', () => {
    const render = (values?: Record<string, unknown>) =>
      renderToString(h(TestBuntingProvider, values ? { values } : {}, h(Layout)));
    expect([render({ LAYOUT: 'one-page' }), render()]).toEqual(['one-page', 'classic']);
  });
});

it('nothing throws without a provider', async () => {
  let client: Client | undefined;
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const Orphan = () => {
    client = useBunting();
    return `${useVariable('layout', 'classic')} ${useStatus()}`;
  };
  expect(renderToString(h(Orphan))).toBe('classic loading');
  expect(client!.value('layout', 1)).toBe(1);
  expect(await Promise.all([client!.ready(), client!.refresh(), client!.identify(null)])).toEqual([
    'failed',
    'failed',
    'failed',
  ]);
  client!.track('order');
  client!.on('change', () => {})();
  expect([await client!.flush(), await client!.close(), client!.all()]).toEqual([
    true,
    undefined,
    { version: 0, results: {} },
  ]);
  expect(warn).toHaveBeenCalledTimes(1);
});

it.each([
  ['a circle', () => Object.assign([], { 0: [] as unknown[] })],
  ['a large number', () => 1n],
])('a fallback that has no JSON throws nothing: %s', (_, make) => {
  const value = make();
  if (Array.isArray(value)) value[0] = value;
  const Odd = () => typeof useVariable('unknown', value as never);
  expect(rendered(open(), Odd)).toBe(typeof value);
});
