import { describe, expect, it } from '@jest/globals';
import { parseResultKeys } from './result-keys.ts';

describe('The keys of results', () => {
  it('keep the order of the text, also for digits', () => {
    expect(parseResultKeys('{"results":{"10":{"key":"10"},"2":{"key":"2"},"a":{}}}')).toEqual([
      '10',
      '2',
      'a',
    ]);
  });

  it('are listed as often as they are in the text', () => {
    expect(parseResultKeys('{"results":{"a":1,"a":2,"__proto__":3}}')).toEqual(['a', 'a', '__proto__']);
  });

  it('are not taken from deeper objects, nor from texts that look like them', () => {
    const text = '{ "results" : { "a\\"b" : { "value" : { "c" : [ { "d" : 1 } ] } }, "e" : "\\"f\\":{" } }';
    expect(parseResultKeys(text)).toEqual(['a"b', 'e']);
  });

  it('are none if there are no results', () => {
    expect(parseResultKeys('{"results":{}}')).toEqual([]);
  });
});
