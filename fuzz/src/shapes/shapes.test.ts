import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../random.ts';
import { boxNames, cellNames, writeJsonText, markNames } from './json-text.ts';
import { membersIn, type Schema } from './schema.ts';
import { formatShape, parseShape } from './shape.ts';
import { axesFor, ruleWords, createTargeting } from './targeting.ts';

const name: Schema = { type: 'string', pattern: '^[a-z]+$' };
const item: Schema = {
  type: 'object',
  required: ['slug'],
  properties: { slug: name, on: { type: 'boolean' } },
};
const schema: Schema = {
  type: 'object',
  required: ['slug'],
  properties: { slug: name, items: { type: 'array', items: { $ref: '#/item' } } },
};
const resolve = (each: Schema) => (each.$ref === undefined ? each : item);

describe('the name of a shape', () => {
  it('contains all its words and numbers', () => {
    const shape = { route: 'POST:/a/{b}', of: 'not matches', mark: '%', empty: '', width: 40, name: 0 };
    expect(parseShape(formatShape('json', shape))).toEqual({ hunt: 'json', shape });
  });

  it.each(['', 'json width'])('is not "%s"', (text) => {
    expect(() => parseShape(text)).toThrow(/shape/);
  });
});

describe('a body', () => {
  it('has positions for all members of its schema, and for unknown ones', () => {
    expect([...membersIn(schema, resolve)].map((steps) => steps.join('/'))).toEqual([
      '?',
      'slug',
      'items',
      'items/0/?',
      'items/0/slug',
      'items/0/on',
    ]);
  });

  it.each([
    ['items', 'list', 'valid', '{"slug":"fuzz","items":[{"slug":"fuzz"},{"slug":"fuzz"}]}'],
    ['items/0/?', 'list', 'zero', '{"slug":"fuzz","items":[{"slug":"fuzz","aaa":[0,0]}]}'],
    ['?', 'nest', 'null', '{"slug":"fuzz","aaa":[[null]]}'],
    ['items', 'map', 'nul', String.raw`{"slug":"fuzz","items":{"aaa":{"aaa0":"\u0000","aaa1":"\u0000"}}}`],
  ])('with something at %s: %s of %s', (at, box, cell, text) => {
    const size = cell === 'valid' ? 0 : 3;
    expect(writeJsonText({ at, box, cell, mark: 'a', width: 2, name: size, value: 1 }, schema, resolve)).toBe(
      text,
    );
  });

  it('is JSON, unless it is meant not to be', () => {
    for (const box of boxNames.filter((each) => each !== 'open')) {
      for (const cell of cellNames) {
        for (const mark of markNames) {
          const shape = { at: 'items/0/?', box, cell, mark, width: 3, name: 4, value: 5 };
          expect(() => JSON.parse(writeJsonText(shape, schema, resolve)) as unknown).not.toThrow();
        }
      }
    }
  });
});

describe('targeting', () => {
  it.each(ruleWords)('%s grows with its dimensions', (of) => {
    const axes = axesFor(of);
    const length = (shape: object) => JSON.stringify(createTargeting({ of, ...shape })).length;
    for (const axis of Object.keys(axes)) {
      expect(length({ ...axes, [axis]: 1_000 })).toBeGreaterThan(length(axes));
    }
  });
});

describe('random numbers', () => {
  it('depend only on the seed', () => {
    const of = (seed: number) => Array.from({ length: 3 }, createRandom(seed));
    expect(of(7)).toEqual(of(7));
    expect(of(7)).not.toEqual(of(8));
    expect(of(7).every((each) => each >= 0 && each < 1)).toBe(true);
  });
});
