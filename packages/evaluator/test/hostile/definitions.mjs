import { measureFeature } from '../../dist/index.js';
import { hostileTexts } from './texts.mjs';
import { hostileValues } from './values.mjs';

// The costliest definitions within the limits, one of each kind, each with the user for whom it costs most. The text `x` of that
// user is as long as the part that the searching conditions of the definition read.
export const hostile = [...hostileTexts, ...hostileValues];

/** Returns the costliest feature of its kind that is within the limits. */
export function worstWithinLimits({ rulesOf, most }) {
  const isWithin = (count) => {
    const { exceeded } = measureFeature(hostileFeature(rulesOf(count, 0), 0), () => undefined);
    return exceeded.length === 0;
  };
  let [low, high] = [0, most + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isWithin(middle)) low = middle;
    else high = middle;
  }
  return low;
}
export function hostileFeature(rules, index) {
  return {
    status: 'live',
    overrides: {},
    variations: ['off', 'on'].map((slug) => ({ id: slug, slug, values: [slug === 'on'] })),
    id: `feature-${index}`,
    slug: `feature-${index}`,
    salt: `salt-${index}`,
    variables: [
      {
        id: `variable-${index}`,
        slug: `flag-${index}`,
        default_variation: 'off',
      },
    ],
    targeting: {
      enabled: true,
      rules,
    },
  };
}
