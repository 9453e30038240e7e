import type { Evaluation, JsonValue } from '@bunting/sdk-core';
import { describe, expect, it } from '@jest/globals';
import { createValues, type Loaded } from './values.ts';

const result = (value: JsonValue, more: Partial<Evaluation> = {}): Evaluation => ({
  key: 'k',
  value,
  variation: 'v',
  reason: 'default_variation',
  feature: 'f',
  ...more,
});
const loadedOf = (results: Record<string, Evaluation>): Loaded => ({
  evaluations: { version: 1, results },
  source: 'network',
});

function valuesOf(results: Record<string, JsonValue>, overrides: object = {}) {
  const values = createValues(overrides);
  values.replaceLoaded(
    loadedOf(Object.fromEntries(Object.entries(results).map(([key, value]) => [key, result(value)]))),
  );
  return values;
}

describe('the fallback', () => {
  const values = valuesOf({ text: 'a', number: 0, on: false, list: [1], object: { a: 1 }, nothing: null });

  it.each([
    ['text', 'b', 'a'],
    ['number', 1, 0],
    ['on', true, false],
    ['list', [], [1]],
    ['object', {}, { a: 1 }],
    ['text', null, 'a'],
    ['list', null, [1]],
    ['TEXT', 'b', 'a'],
  ])('of %s is not needed beside %j', (key, fallback, value) => {
    expect(values.getDetails(key, fallback)).toEqual({
      value,
      variation: 'v',
      reason: 'default_variation',
      feature: 'f',
      isFallback: false,
      source: 'network',
    });
  });

  it.each([
    ['text', 1],
    ['number', 'x'],
    ['on', 'x'],
    ['list', {}],
    ['object', []],
    ['object', 'x'],
  ])('of %s is served if it is %j, another type', (key, fallback) => {
    expect(values.getDetails(key, fallback)).toMatchObject({
      value: fallback,
      isFallback: true,
      source: 'fallback',
      error: 'type_mismatch',
    });
  });

  it('is served for null, which is no error', () => {
    const found = values.getDetails('nothing', 'x');
    expect(found).toMatchObject({ value: 'x', isFallback: true, variation: 'v' });
    expect(found).not.toHaveProperty('error');
  });

  it.each(['unknown', 'constructor', '__proto__', 'toString', ''])(
    'is served for %j, which is unknown',
    (key) => {
      expect(values.getDetails(key, 'x')).toMatchObject({ value: 'x', error: 'not_found', variation: null });
    },
  );

  it('is served for what the service does not know', () => {
    const named = createValues({});
    named.replaceLoaded(
      loadedOf({ a: result(null, { reason: 'variable_not_found', variation: null, feature: null }) }),
    );
    expect(named.getDetails('a', 1)).toMatchObject({ value: 1, error: 'not_found' });
  });

  it('is served while nothing is loaded', () => {
    expect(createValues({}).getDetails('text', 'x')).toMatchObject({ value: 'x', error: 'not_loaded' });
  });
});

describe('an override', () => {
  it('is served in place of the value, by a key in any case', () => {
    const values = valuesOf({ text: 'a' }, { TEXT: 'b' });
    expect(values.getDetails('text', 'x')).toMatchObject({ value: 'b', source: 'override', variation: null });
  });
  it('is served while nothing is loaded', () => {
    expect(createValues({ text: 'b' }).getDetails('text', 'x')).toMatchObject({ value: 'b' });
  });
  it('of another type than the fallback is not served', () => {
    expect(valuesOf({}, { text: 1 }).getDetails('text', 'x')).toMatchObject({
      value: 'x',
      error: 'type_mismatch',
    });
  });
  it('says whether it changes the value, and ends with undefined', () => {
    const values = valuesOf({ text: 'a' });
    expect([
      values.setOverride('text', 'a'),
      values.setOverride('text', 'b'),
      values.setOverride('text', undefined),
    ]).toEqual([false, true, true]);
    expect(values.getDetails('text', 'x').value).toBe('a');
  });
});

describe('replacing', () => {
  const of = (results: Record<string, Evaluation>) => loadedOf(results);

  it('names the keys whose value or variation differs, and those that came or went', () => {
    const values = createValues({});
    values.replaceLoaded(of({ same: result(1), value: result(1), variation: result(1), gone: result(1) }));
    const changed = values.replaceLoaded(
      of({ same: result(1), value: result(2), variation: result(1, { variation: 'w' }), fresh: result(1) }),
    );
    expect(changed.toSorted()).toEqual(['fresh', 'gone', 'value', 'variation']);
  });
  it('names no key that is overridden', () => {
    const values = valuesOf({ a: 1 }, { a: 5 });
    expect(values.replaceLoaded(of({ a: result(2) }))).toEqual([]);
  });
  it('keeps the identity of values that are equal', () => {
    const values = valuesOf({ list: [1, { a: 2 }] });
    const before = values.getDetails('list', null).value;
    expect(values.replaceLoaded(of({ list: result([1, { a: 2 }]) }))).toEqual([]);
    expect(values.getDetails('list', null).value).toBe(before);
  });
  it('knows variables that are named like members of every object', () => {
    const values = createValues({});
    const hostile = JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, number>;
    const results = JSON.parse(
      JSON.stringify(Object.entries(hostile)).replace(/.*/, '{"__proto__": 0, "constructor": 0}'),
    ) as Record<string, Evaluation>;
    for (const key of Object.keys(results)) {
      Object.defineProperty(results, key, {
        value: result(key),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    expect(values.replaceLoaded(of(results)).toSorted()).toEqual(['__proto__', 'constructor']);
    expect(values.getDetails('constructor', 'x').value).toBe('constructor');
    expect(values.getDetails('__proto__', 'x').value).toBe('__proto__');
  });
});
