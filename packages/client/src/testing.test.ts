import { expect, it } from '@jest/globals';
import { createTestClient } from './testing.ts';

it('serves what it is given, and fallbacks for the rest', async () => {
  const flags = createTestClient({ 'Checkout-Enabled': true, layout: null });
  expect([flags.status, await flags.ready()]).toEqual(['ready', 'ready']);
  expect(flags.value('checkout-enabled', false)).toBe(true);
  expect(flags.value('layout', 'classic')).toBe('classic');
  expect(flags.details('unnamed', 5)).toMatchObject({ value: 5, error: 'not_found' });
  expect(flags.details('checkout-enabled', false)).toMatchObject({ source: 'local', variation: 'test' });
  expect(flags.details('checkout-enabled', 'x')).toMatchObject({ error: 'type_mismatch' });
});

it('tells listeners of what differs', () => {
  const flags = createTestClient({ a: 1, b: 1 });
  const changes: unknown[] = [];
  const end = flags.on('change', (keys) => void changes.push(keys));
  flags.set({ a: 2, b: 1 });
  flags.set({ a: undefined });
  flags.override('b', 7);
  end();
  flags.set({ b: 3 });
  expect([changes, flags.value('a', 0), flags.value('b', 0)]).toEqual([[['a'], ['a'], ['b']], 0, 7]);
});

it('keeps what was tracked', async () => {
  const flags = createTestClient();
  flags.track('view');
  await flags.identify({ id: 'u' });
  flags.track('order', { variable: 'a', value: 2 });
  expect([await flags.flush(), flags.tracked]).toEqual([
    true,
    [
      { event: 'view', user: null },
      { event: 'order', user: { id: 'u' }, variable: 'a', value: 2 },
    ],
  ]);
});

it('has the status that a test gives it', async () => {
  const flags = createTestClient();
  const seen: string[] = [];
  flags.on('status', (status) => void seen.push(status));
  flags.setStatus('loading');
  const ready = flags.ready();
  flags.setStatus('stale');
  flags.setStatus('stale');
  expect([await ready, seen]).toEqual(['stale', ['loading', 'stale']]);
  await flags.close();
  expect(flags.status).toBe('closed');
});

it('throws what a listener throws', () => {
  const flags = createTestClient({ a: 1 });
  flags.on('change', () => {
    throw new Error('no');
  });
  expect(() => flags.set({ a: 2 })).toThrow('no');
});
