import { describe, expect, it, jest } from '@jest/globals';
import { toDetails, type Result } from './to-details.ts';

const result = (parts: Partial<Result>): Result => ({
  key: 'a',
  value: true,
  variation: 'on',
  reason: 'default_variation',
  feature: 'f',
  ...parts,
});
const of = (parts: Partial<Result>, fallback: unknown) =>
  toDetails({ result: result(parts) }, fallback, 'network', () => {});

describe('details', () => {
  it('are those of the result', () => {
    expect(of({ split: true }, false)).toEqual({
      value: true,
      variation: 'on',
      reason: 'default_variation',
      feature: 'f',
      split: true,
      isFallback: false,
      source: 'network',
    });
  });

  it.each([
    ['a boolean', true, false, true],
    ['a text', 'x', 'y', true],
    ['a number', 0, 1, true],
    ['an object', {}, { a: 1 }, true],
    ['a list', [], [1], true],
    ['anything for null', 'x', null, true],
    ['anything for undefined', 'x', undefined, true],
    ['a text for a boolean', 'true', true, false],
    ['a number for a text', 1, '1', false],
    ['a list for an object', [], {}, false],
    ['an object for a list', {}, [], false],
  ])('have the value if it is of the type of the fallback: %s', (_, value, fallback, isServed) => {
    const details = of({ value }, fallback);
    expect(details.isFallback).toBe(!isServed);
    expect(details.value).toBe(isServed ? value : fallback);
    expect(details.error).toBe(isServed ? undefined : 'type_mismatch');
  });

  it('report a value of another type', () => {
    const onMismatch = jest.fn();
    toDetails({ result: result({}) }, 'x', 'network', onMismatch);
    expect(onMismatch).toHaveBeenCalledWith(result({}));
  });

  it('have the fallback for null, with the reason', () => {
    expect(of({ value: null, variation: null, reason: 'targeting_disabled' }, true)).toMatchObject({
      value: true,
      isFallback: true,
      reason: 'targeting_disabled',
      feature: 'f',
      source: 'fallback',
    });
  });

  it('have the fallback for an unknown variable, and where nothing is loaded', () => {
    const unknown = { value: null, variation: null, feature: null, reason: 'variable_not_found' as const };
    expect(of(unknown, 1)).toMatchObject({ value: 1, isFallback: true, error: 'not_found' });
    expect(toDetails({ error: 'not_loaded' }, 1, 'network', () => {})).toMatchObject({
      value: 1,
      isFallback: true,
      error: 'not_loaded',
      reason: null,
    });
  });
});
