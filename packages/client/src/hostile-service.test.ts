/** Issue 34, B7: keys of a hostile service are keys, and reach nothing else. */
import { afterEach, expect, it } from '@jest/globals';
import { answerWith, createPage } from '../test/fake-page.ts';

const inherited = JSON.stringify(Object.getOwnPropertyNames(Object.prototype).toSorted());
afterEach(() => {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype).toSorted())).toBe(inherited);
});
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'valueOf',
];
const resultsWith = (name: string, result: unknown) => ({
  status: 200,
  json: JSON.parse(
    `{"version": 1, "results": {"a": ${JSON.stringify(answerWith({ a: 1 }).json)}.results, ${JSON.stringify(name)}: ${JSON.stringify(result)}}}`.replace(
      '.results',
      '',
    ),
  ) as never,
});

it.each(names)('a variable %s is served as any other, and comes and goes without a trace', async (name) => {
  for (const result of [
    { key: name, value: { polluted: 1 }, variation: 'v', reason: 'x', feature: 'f', split: true },
    { key: name, variation: 'v' },
    {},
    { value: 1, polluted: 1 },
  ]) {
    const page = createPage();
    const changes: (readonly string[])[] = [];
    page.reply = () => resultsWith(name, result);
    const client = page.open({ exposures: 'all' });
    client.on('change', (keys) => void changes.push(keys));
    await client.ready();
    const value = client.value(name, null);
    // Keys are in lower case.
    const served = name === name.toLowerCase() ? (result as { value?: unknown }).value : undefined;
    expect(value).toEqual(served ?? null);
    client.track('order', { variable: name });
    await client.flush();
    await client.refresh();
    page.reply = () => answerWith({ b: 2 });
    await client.refresh();
    page.reply = () => resultsWith(name, result);
    await client.refresh();
    expect([client.value('unknown', 'none'), ({} as Record<string, unknown>)['polluted']]).toEqual([
      'none',
      undefined,
    ]);
    const next = page.open();
    next.value(name, 0);
    await next.close();
    await client.close();
  }
});

it.each(names)('a variable %s that nobody serves is unknown', async (name) => {
  const page = createPage();
  page.reply = () => answerWith({ a: 1 });
  const client = page.open({
    user: JSON.parse(`{"${name}": {"id": "x"}, "customData": {"${name}": 1}}`) as never,
  });
  await client.ready();
  expect(client.details(name, 7)).toMatchObject({ value: 7, error: 'not_found' });
  client.override(name, 8);
  expect(client.value(name, 7)).toBe(8);
  expect(await client.refresh()).toBe('ready');
});

it.each([
  { results: 7 },
  { results: [] },
  { results: { a: 7 } },
  { results: { a: null } },
  { results: { a: [], b: 'x' } },
  [],
  'x',
  7,
])('an answer %j is none, twice in a row', async (json) => {
  const page = createPage();
  page.reply = () => ({ status: 200, json });
  const client = page.open();
  expect([await client.ready(), await client.refresh(), client.value('a', 0)]).toEqual([
    'failed',
    'failed',
    0,
  ]);
});
