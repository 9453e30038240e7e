import { expect, it } from '@jest/globals';
import { BuntingWebProvider, type BuntingWebProviderOptions } from './web-provider.ts';

it('wrong options are a TypeError that lists all of them', () => {
  const wrong = { url: 5, key: 'none' } as unknown as BuntingWebProviderOptions;
  expect(() => new BuntingWebProvider(wrong)).toThrow(/url must be string.*key must be a UUID/);
});
