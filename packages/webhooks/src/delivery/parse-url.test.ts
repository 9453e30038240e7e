import { describe, expect, it } from '@jest/globals';
import { parseUrl } from './parse-url.ts';

describe('a URL', () => {
  it('is read the same however often that was done', () => {
    const hosts = Array.from({ length: 50_000 }, () => parseUrl('https://bücher.example/')?.hostname);
    expect(new Set(hosts)).toEqual(new Set(['xn--bcher-kva.example']));
  });

  it.each(['', 'bücher', 'https://', 'https://a b/'])('is not "%s"', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
