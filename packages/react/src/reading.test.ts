import { expect, it, jest } from '@jest/globals';
import { createTestClient } from '@bunting/client/testing';
import { createReading } from './reading.ts';

/** Returns a reading, the variables that were exposed so far, and the number of notifications. */
function opened(values: Record<string, unknown>, key = 'layout', fallback: unknown = 'classic') {
  const client = createTestClient(values);
  const exposed: unknown[] = [];
  const notify = jest.fn();
  const details = client.details.bind(client);
  client.details = (name, given, options) => {
    const found = details(name, given);
    if (options?.expose !== false) exposed.push(found.value);
    return found;
  };
  return { client, exposed, notify, reading: createReading(client, key, fallback) };
}
const nextTurn = () => new Promise((resolve) => void setTimeout(resolve));

it('rendering exposes nothing, and showing does', () => {
  const { reading, exposed, notify } = opened({ layout: 'one-page' });
  expect([reading.details().value, reading.serverDetails().value, exposed]).toEqual([
    'one-page',
    'one-page',
    [],
  ]);
  reading.subscribe(notify);
  expect([exposed, notify.mock.calls]).toEqual([['one-page'], []]);
});

it('showing it twice in one turn, as strict mode does, is one read; showing it again later is another', async () => {
  const { reading, exposed, notify } = opened({ layout: 'one-page' });
  reading.subscribe(notify)();
  const end = reading.subscribe(notify);
  expect(exposed).toHaveLength(1);
  await nextTurn();
  end();
  reading.subscribe(notify);
  expect(exposed).toHaveLength(2);
});

it('its own changes are told and exposed, whatever the case of its key, and those of others are not', () => {
  const { client, reading, exposed, notify } = opened({ layout: 'one-page' }, 'Layout');
  const end = reading.subscribe(notify);
  client.set({ banner: 'sale' });
  expect(notify).toHaveBeenCalledTimes(0);
  client.set({ layout: 'two-pages' });
  expect([notify.mock.calls.length, exposed]).toEqual([1, ['one-page', 'two-pages']]);
  end();
  client.set({ layout: 'classic' });
  expect(exposed).toHaveLength(2);
});

it('another status exposes it again, because the user may be another one, but not within the turn of a change', async () => {
  const { client, reading, exposed, notify } = opened({ layout: 'one-page' });
  reading.subscribe(notify);
  await nextTurn();
  client.set({ layout: 'classic' });
  client.setStatus('stale');
  expect(exposed).toEqual(['one-page', 'classic']);
  await nextTurn();
  client.setStatus('ready');
  expect([exposed, notify.mock.calls.length]).toEqual([['one-page', 'classic', 'classic'], 3]);
});

it('details are the same object while nothing of them differs', () => {
  const { client, reading } = opened({ layout: { steps: [1] } }, 'layout', {});
  const before = reading.details();
  client.set({ layout: { steps: [1] }, banner: 'sale' });
  expect(reading.details()).toBe(before);
  client.set({ layout: { steps: [2] } });
  expect(reading.details()).not.toBe(before);
  expect(reading.serverDetails()).toBe(reading.serverDetails());
});
