import { describe, expect, it } from '@jest/globals';
import { parseInSteps } from './parse-in-steps.ts';

function parse(text: string): { value: unknown; steps: number } {
  const run = parseInSteps(text);
  for (let steps = 0; ; steps += 1) {
    const next = run.next();
    if (next.done === true) return { value: next.value, steps };
  }
}

const long = (character: string) => character.repeat(200_000);

describe('a long text of JSON is read in steps', () => {
  it.each([
    [
      'many overrides',
      { overrides: Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`user-${n}`, 'on'])) },
    ],
    [
      'many rules',
      {
        a: 1,
        rules: Array.from({ length: 20_000 }, (_, n) => ({ name: `rule "${n}"\\`, any_of: [[], {}] })),
      },
    ],
    [
      'long values',
      {
        first: long('"'),
        second: [long('\\'), long('}'), long('漢')],
        third: { [long('k,:{')]: [1.5, null] },
      },
    ],
    ['a list', Array.from({ length: 100_000 }, (_, n) => n)],
    ['nothing much', { a: [] }],
  ])('%s', (_, value) => {
    const text = JSON.stringify(value);
    const { value: read, steps } = parse(text);
    expect(JSON.stringify(read) === text).toBe(true);
    expect(steps).toBeGreaterThanOrEqual(Math.floor(text.length / (8 * 128 * 1024)));
    expect(JSON.stringify(parse(JSON.stringify(value, null, 2)).value) === text).toBe(true);
  });

  it('with a member __proto__ like any other', () => {
    const text = `{"__proto__":{"a":1},"b":"${long('b')}","__proto__":"${long('c')}"}`;
    const { value } = parse(text);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'b']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    `{"a":"${long('a')}"`,
    `{"a":"${long('a')}"}}`,
    `{"a":"${long('a')}" "b":1}`,
    `["${long('a')}",,1]`,
    `["${long('a')}"] 1`,
    `["${long('a')}`,
    `{"a" "${long('a')}"}`,
    `{"a":${long('a')}}`,
  ])('and refused when it is malformed (%#)', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(() => parse(text)).toThrow(SyntaxError);
  });

  it('in steps of a bounded length, whatever its depth', () => {
    const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
    expect(parse(`{"a":${deep}}`).steps).toBeLessThan(20);
  });
});
