/** Issue 34, A10: what is in the storage and was not written by this release is ignored, and stops nothing. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { KeyValueStorage } from '../public/options.ts';
import { answerWith, createPage, key, type Page } from '../../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 28) }));
afterEach(() => void jest.useRealTimers());

const name = `bunting:${key}`;
const user = { id: 'u' };

/** Returns a page whose service checks requests as strictly as the real one. */
function strictPage(): Page {
  const page = createPage();
  page.reply = ({ path, body, query }) => {
    if (path === '/v1/events') {
      const isRight = body.events.every((each) => typeof each?.event === 'string');
      return isRight ? { status: 202, json: { accepted: body.events.length } } : { status: 400, json: {} };
    }
    const counts = Object.values(body.read);
    const isRight =
      counts.length <= 100 && counts.every((count) => Number.isSafeInteger(count) && count >= 0);
    if (!isRight) return { status: 400, json: {} };
    const answer = answerWith({ a: 1 });
    return query.get('etag') === answer.headers!['etag'] ? { status: 304 } : answer;
  };
  return page;
}

/** Returns the text that this release stores after a visit, and the JSON in it. */
async function written(): Promise<{ text: string; stored: Record<string, unknown> }> {
  const page = strictPage();
  const client = page.open({ user, anonymousId: true });
  await client.ready();
  client.value('a', 0);
  page.reply = () => 'broken';
  await client.refresh();
  page.isBeaconTaken = false;
  client.track('order', { variable: 'a' });
  page.hide();
  await jest.advanceTimersByTimeAsync(10_000);
  const text = page.stored.get(name)!;
  return { text, stored: JSON.parse(text.split('\n')[1]!) as Record<string, unknown> };
}

/** Runs a whole visit of a page whose storage has this text. */
async function visit(text: string) {
  const page = strictPage();
  page.stored.set(name, text);
  const client = page.open({ user });
  const first = client.details('a', 0, { expose: false });
  const status = await client.ready();
  client.track('order', { variable: 'a' });
  const isSent = await client.flush();
  return { page, first, outcome: [status, client.value('a', 0), isSent, page.errors] };
}

it('what this release has written is read by the next visit', async () => {
  const { text, stored } = await written();
  expect(Object.keys(stored).toSorted()).toEqual(['anonymousId', 'events', 'reads', 'users']);
  const { page, first } = await visit(text);
  expect(page.asked[0]!.body.read).toEqual({ a: 1 });
  expect(page.bodiesOf('/v1/events').flatMap(({ events }) => events)).toHaveLength(2);
  // The user of that visit had an anonymous id.
  expect(first.source).toBe('fallback');
});

describe('ignored is', () => {
  const odd = [
    7, -1, 0.5, 1e99, true, null, 'text', '', [], [7], {}, { a: 'x' }, { a: -1 }, { a: 1.5 }, { a: 1e17 }, { a: null }, [['hash', 7]],
    [['hash', { at: 'x', evaluations: {} }]], [['hash', { at: 1e99, evaluations: { results: { a: 7 } } }]], { __proto__: null, x: [] },
    Array.from({ length: 2_000 }, () => ({ event: 'x' })), 'x'.repeat(100_000),
  ]; // prettier-ignore

  it.each([
    '',
    'x',
    'null',
    '7',
    '"text"',
    '[]',
    '[7]',
    '{',
    '{}',
    '{"reads": {"a": "x"}}',
    '1.2{}',
    '\ud800',
    '{"__proto__":{"a":1}}',
  ])('the text %j', async (text) => {
    const { page, first, outcome } = await visit(text);
    expect([first.source, outcome]).toEqual(['fallback', ['ready', 1, true, []]]);
    expect(page.asked[0]!.body.read).toEqual({});
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });

  it.each(['users', 'reads', 'events', 'anonymousId'])(
    'a record whose %s is of a wrong form',
    async (member) => {
      const { text, stored } = await written();
      const hash = `${text.split('\n')[0]}\n`;
      for (const value of odd) {
        const json = JSON.stringify({ ...stored, [member]: value });
        for (const foreign of [json, hash + json]) {
          const { page, outcome } = await visit(foreign);
          expect([outcome, page.asked[0]!.body.read]).toEqual([['ready', 1, true, []], {}]);
        }
      }
    },
  );

  it('a record of another release, with all that it says', async () => {
    const { text, stored } = await written();
    for (const foreign of [
      // The form before this one had no hash, and a later one has more members.
      JSON.stringify(stored),
      text.replace('{', '{"form":2,'),
      text.replace(/^-?\d+/, '1'),
    ]) {
      const { page, first, outcome } = await visit(foreign);
      expect([first.isFallback, outcome]).toEqual([true, ['ready', 1, true, []]]);
      expect(page.asked[0]!.query.get('etag')).toBe('');
    }
  });

  it('what another script writes while the page is open', async () => {
    const page = strictPage();
    const client = page.open({ user });
    await client.ready();
    page.stored.set(name, '{"reads": {"a": "x"}, "events": [7], "users": 7}');
    client.value('a', 0);
    page.hide();
    page.show();
    expect([await client.refresh(), page.errors]).toEqual(['ready', []]);
    await page.open({ user }).ready();
    expect(page.asked.at(-1)!.body.read).toEqual({ a: 1 });
  });
});

it.each<[string, unknown]>([
  ['a promise', Promise.resolve('{}')],
  ['an object', {}],
  ['a number', 7],
  ['undefined', undefined],
])('a storage whose getItem gives %s is replaced by memory', async (_name, value) => {
  const page = strictPage();
  const storage = { getItem: () => value, setItem: () => {} } as unknown as KeyValueStorage;
  const client = page.open({ storage, anonymousId: true });
  expect([await client.ready(), client.value('a', 0), page.errors]).toEqual(['ready', 1, []]);
});
