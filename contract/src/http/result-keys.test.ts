import { describe, expect, it } from '@jest/globals';
import { resultKeysOf } from './result-keys.ts';

describe('The keys of results', () => {
  it('come in the order of the text, digits too', () => {
    expect(resultKeysOf('{"results":{"10":{"key":"10"},"2":{"key":"2"},"a":{}}}')).toEqual(['10', '2', 'a']);
  });

  it('are counted as often as they stand there', () => {
    expect(resultKeysOf('{"results":{"a":1,"a":2,"__proto__":3}}')).toEqual(['a', 'a', '__proto__']);
  });

  it('are not taken from deeper objects, nor from texts that look like them', () => {
    const text = '{ "results" : { "a\\"b" : { "value" : { "c" : [ { "d" : 1 } ] } }, "e" : "\\"f\\":{" } }';
    expect(resultKeysOf(text)).toEqual(['a"b', 'e']);
  });

  it('are none where there are no results', () => {
    expect(resultKeysOf('{"results":{}}')).toEqual([]);
  });
});
