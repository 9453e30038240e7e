import type { Evaluations } from '@bunting/sdk-core';
import { expect, it } from '@jest/globals';
import { answerWith, createBrowser, createPage } from '../../test/fake-page.ts';

const bootstrap = answerWith({ a: 1 }).json as Evaluations;

it('what was read is counted, and goes with the next request, also that of the next visit', async () => {
  const page = createPage();
  page.reply = () => answerWith({ a: 1 });
  const client = page.open();
  client.value('A', 0);
  client.value('a', 0);
  client.value('b', 0);
  client.details('c', 0, { expose: false });
  await client.ready();
  await client.refresh();
  client.value('a', 0);
  page.reply = () => 'broken';
  await client.refresh();
  page.hide();
  await page.open().ready();
  const reads = page.asked.map(({ body }) => body.read);
  expect(reads).toEqual([{ a: 2, b: 1 }, {}, { a: 1 }, { a: 1 }]);
});

it('at most a hundred keys are counted', async () => {
  const page = createPage();
  const client = page.open();
  for (let index = 0; index < 150; index++) client.value(`key-${index}`, 0);
  await client.ready();
  expect(Object.keys(page.asked[0]!.body.read)).toHaveLength(100);
});

it('what two tabs leave is counted by the next visit', async () => {
  const browser = createBrowser();
  const [one, two, three] = [createPage({ browser }), createPage({ browser }), createPage({ browser })];
  const clients = [one.open({ bootstrap }), two.open({ bootstrap })];
  for (const client of clients) client.value('a', 0);
  one.hide();
  two.hide();
  await three.open().ready();
  expect(three.asked[0]!.body.read).toEqual({ a: 2 });
});

it('what the service does not accept is not said again', async () => {
  const page = createPage();
  page.reply = () => ({ status: 400, json: {} });
  const client = page.open();
  client.value('a', 0);
  await client.ready();
  page.hide();
  await page.open({ user: { id: 'other' } }).ready();
  expect(page.asked.map(({ body }) => body.read)).toEqual([{ a: 1 }, {}]);
});
