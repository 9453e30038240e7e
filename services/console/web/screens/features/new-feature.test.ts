import { describe, expect, it } from '@jest/globals';
import { toBody, toVariations } from './new-feature.ts';

const wanted = { name: 'New checkout', slug: 'new-checkout', values: ['', ''], defaults: {} } as const;

describe('a new feature', () => {
  it('is off or on, and served from the first moment where that is wanted', () => {
    const defaults = { production: 0, staging: 1, preview: undefined } as const;
    expect(toBody({ ...wanted, type: 'boolean', defaults })).toEqual({
      slug: 'new-checkout',
      name: 'New checkout',
      variables: [{ slug: 'new-checkout', type: 'boolean' }],
      variations: [
        { slug: 'off', name: 'Off', values: { 'new-checkout': false } },
        { slug: 'on', name: 'On', values: { 'new-checkout': true } },
      ],
      environments: {
        production: { defaults: { 'new-checkout': 'off' } },
        staging: { defaults: { 'new-checkout': 'on' } },
      },
    });
  });

  it('waits for values that are of its type', () => {
    expect(toBody({ ...wanted, type: 'number', values: ['5', ''] })).toBeUndefined();
    expect(toBody({ ...wanted, type: 'number', values: ['5', '"6"'] })).toBeUndefined();
    expect(toBody({ ...wanted, type: 'json', values: ['{}', '{'] })).toBeUndefined();
  });

  it.each([
    ['string', ['Hello!', 'Good day'], ['hello', 'good-day'], ['Hello!', 'Good day']],
    ['string', ['', ''], ['first', 'second'], ['first', 'second']],
    ['string', ['…', 'A'], ['first', 'a'], ['…', 'A']],
    ['number', ['5', '10'], ['5', '10'], ['5', '10']],
    ['json', ['{"a": 1}', '[]'], ['first', 'second'], ['first', 'second']],
  ] as const)('of the type %s with %j has variations %j', (type, values, slugs, names) => {
    const made = toVariations({ type, values });
    expect(made.map((each) => each?.slug)).toEqual(slugs);
    expect(made.map((each) => each?.name)).toEqual(names);
  });
});
