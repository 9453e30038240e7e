/** What libraries need that render, on a server and in the page that takes over what a server rendered. */
import { expect, it } from '@jest/globals';
import { createPage } from '../test/fake-page.ts';
import type { Evaluations } from './public/evaluations.ts';

const bootstrapOf = (value: number): Evaluations => ({
  version: 1,
  results: { a: { key: 'a', value, variation: `v-${value}`, reason: 'default_variation', feature: 'f' } },
});
const initially = { expose: false, bootstrap: true };

it('what a server rendered can be read after newer values arrived', async () => {
  const page = createPage();
  const client = page.open({ bootstrap: bootstrapOf(1), overrides: { b: 5 } });
  page.reply = () => ({ status: 200, json: bootstrapOf(2) });
  await client.refresh();
  client.override('a', 3);
  expect(client.details('A', 0, initially)).toEqual({
    value: 1,
    variation: 'v-1',
    reason: 'default_variation',
    feature: 'f',
    isFallback: false,
    source: 'bootstrap',
  });
  expect(client.details('b', 0, initially)).toMatchObject({ value: 0, error: 'not_found' });
  expect(client.value('a', 0)).toBe(3);
});

it('without a bootstrap a server rendered fallbacks, whatever the storage has', async () => {
  const page = createPage();
  page.reply = () => ({ status: 200, json: bootstrapOf(1) });
  await page.open().ready();
  const client = page.open();
  expect(client.details('a', 0, initially)).toMatchObject({ value: 0, error: 'not_loaded' });
  expect(client.value('a', 0)).toBe(1);
});

it('what is read while rendering is neither counted nor exposed nor reported', async () => {
  const page = createPage();
  const client = page.open({ bootstrap: bootstrapOf(1), exposures: 'all' });
  client.details('a', 'x', { expose: false });
  client.details('a', 'x', { bootstrap: true });
  client.details('a', 0, { expose: false });
  client.details('a', 0, { bootstrap: true });
  await client.flush();
  await client.refresh();
  expect([page.errors, page.bodiesOf('/v1/events'), page.asked.map(({ body }) => body.read)]).toEqual([
    [],
    [],
    [{}],
  ]);
});
