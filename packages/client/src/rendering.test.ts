/** The parts that rendering libraries need, on a server and in the page. */
import type { Evaluations } from '@bunting/sdk-core';
import { expect, it } from '@jest/globals';
import { createPage } from '../test/fake-page.ts';

const bootstrapOf = (value: number): Evaluations => ({
  version: 1,
  results: { a: { key: 'a', value, variation: `v-${value}`, reason: 'default_variation', feature: 'f' } },
});
it('what a server rendered is there after newer values arrived', async () => {
  const page = createPage();
  const bootstrap = bootstrapOf(1);
  const client = page.open({ bootstrap });
  page.reply = () => ({ status: 200, json: bootstrapOf(2) });
  await client.refresh();
  expect([client.value('a', 0), client.bootstrap, page.open().bootstrap]).toEqual([
    2,
    bootstrapOf(1),
    undefined,
  ]);
  expect(client.bootstrap).toBe(bootstrap);
});

it('what is read while rendering is neither counted nor exposed nor reported', async () => {
  const page = createPage();
  const client = page.open({ bootstrap: bootstrapOf(1), exposures: 'all' });
  client.details('a', 'x', { expose: false });
  client.details('a', 0, { expose: false });
  await client.flush();
  await client.refresh();
  expect([page.errors, page.bodiesOf('/v1/events'), page.asked.map(({ body }) => body.read)]).toEqual([
    [],
    [],
    [{}],
  ]);
});
