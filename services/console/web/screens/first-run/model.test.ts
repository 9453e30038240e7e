import { describe, expect, it } from '@jest/globals';
import {
  getKeyKind,
  languages,
  findLastEvaluated,
  lastUsed,
  nextSlug,
  secondsAgo,
  snippets,
} from './model.ts';

it('every snippet has the address, the key and the variable, and the browser alone takes a client key', () => {
  const question = { url: 'https://flags.example/b', key: 'the-key', variable: 'greeting' };
  for (const language of languages) {
    const code = snippets[language](question);
    expect(code).toContain('https://flags.example/b/v1/variables/greeting');
    expect(code).toContain('the-key');
  }
  expect(languages.filter((each) => getKeyKind(each) === 'client')).toEqual(['browser']);
});

describe('the first evaluation', () => {
  const line = { variable: 'greeting', variation: 'hello', reason: 'default_variation', count: 1 };
  it('is that of the environment that was asked last', () => {
    const never = { environment: 'production', last_evaluated_at: null, last_7_days: [] };
    const items = ['10:00', '11:00'].map((time, n) => ({
      environment: `e${n}`,
      last_evaluated_at: `2026-11-23T${time}:00.000Z`,
      last_7_days: [line],
    }));
    expect(findLastEvaluated([never])).toBeUndefined();
    expect(findLastEvaluated([items[1]!, never, items[0]!])).toEqual({
      environment: 'e1',
      at: '2026-11-23T11:00:00.000Z',
      line,
    });
  });

  it('came with the key that was used last', () => {
    const key = (last_four: string, last_used_at: string | null) => ({
      id: last_four,
      last_four,
      last_used_at,
    });
    expect(lastUsed([key('aaaa', null)])).toBeUndefined();
    expect(
      lastUsed([key('aaaa', '2026-11-23T10:00:00Z'), key('bbbb', '2026-11-23T11:00:00Z')])?.last_four,
    ).toBe('bbbb');
  });

  it.each([
    [0, '0 s ago'],
    [2_400, '2 s ago'],
    [90_000, '1 min ago'],
    [7_200_000, '2 h ago'],
    [200_000_000, '2 d ago'],
  ])('%d ms before is %s', (ms, text) => {
    expect(secondsAgo('2026-11-23T10:00:00.000Z', Date.parse('2026-11-23T10:00:00.000Z') + ms)).toBe(text);
  });
});

it.each([
  ['acme', 'acme-2'],
  ['acme-2', 'acme-3'],
  ['acme-99', 'acme-100'],
  ['x'.repeat(100), `${'x'.repeat(92)}-2`],
])('instead of %s, %s is offered', (taken, offered) => {
  expect(nextSlug(taken)).toBe(offered);
});
