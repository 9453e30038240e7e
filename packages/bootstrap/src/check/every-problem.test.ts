import { describe, expect, it } from '@jest/globals';
import { validateDocument } from '@bunting/bootstrap';
import {
  checkout,
  firstRule,
  inProduction,
  type Json,
  organisation,
  productionKey,
  project,
  shopWith,
} from '../../test/shop-document.ts';

/** Each of these values is one problem at its path. */
const malformedValues: Record<string, Json> = {
  [`${organisation}.plan`]: 'gold',
  [`${project}.colour`]: 'red',
  [`${project}.environments[0].name`]: '',
  [`${project}.segments[0].name`]: 7,
  [`${checkout}.salt`]: 12345678,
  [`${checkout}.colour`]: 'red',
  [`${inProduction}.colour`]: 'red',
  [`${inProduction}.targeting.enabled`]: 'yes',
  [`${inProduction}.overrides.user-8`]: 8,
};

const contradicting: Record<string, Json> = {
  [`${project}.environments[1].slug`]: 'PRODUCTION',
  [`${project}.environments[1].api_keys`]: [productionKey],
  [`${project}.segments[0].any_of[0].all_of[0].operator`]: 'gt',
  [`${checkout}.variations[0].values.checkout-enabled`]: 'no',
  [`${inProduction}.defaults.checkout-enabled`]: 'unheard-of',
  [`${firstRule}.serve.split[0].weight`]: 1,
  [`${inProduction}.overrides.user-7`]: 'unheard-of',
  [`${project}.features[1].slug`]: 'CHECKOUT',
};

describe('a problem hides no other problem', () => {
  const problemsAt = (changes: Record<string, Json>) =>
    validateDocument(shopWith(changes)).map(({ path }) => path);

  it.each(Object.entries(malformedValues))('%s: %j', (path, value) => {
    const alone = problemsAt(contradicting);
    expect(alone).toHaveLength(Object.keys(contradicting).length);
    expect(problemsAt({ ...contradicting, [path]: value }).toSorted()).toEqual([...alone, path].toSorted());
  });

  it('all values together', () => {
    const expected = [...Object.keys(malformedValues), ...problemsAt(contradicting)];
    expect(problemsAt({ ...malformedValues, ...contradicting }).toSorted()).toEqual(expected.toSorted());
  });

  it('a malformed slug causes no problem in parts that refer to it', () => {
    for (const list of ['variables[0]', 'variations[0]']) {
      const path = `${checkout}.${list}.slug`;
      expect(problemsAt({ [path]: 7 })).toEqual([path]);
    }
    expect(problemsAt({ [`${project}.segments`]: {} })).toEqual([`${project}.segments`]);
  });
});
