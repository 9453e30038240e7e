import { measureFeature } from '../../packages/evaluator/dist/index.js';

// Definitions that are as costly as the limits let them be, each of one kind, and the user for whom it is. A text `x` of that user is
// made as long as the definition's searching conditions look at.
const on = {
  variation: 'on',
};
const longest = 4_096;
const custom = (customKey, operator, values, more = {}) => ({
  property: 'custom',
  custom_key: customKey,
  operator,
  ...(values && {
    values,
  }),
  ...more,
});
const ruleOf = (...conditions) => ({
  name: '',
  any_of: [
    {
      all_of: conditions,
    },
  ],
  serve: on,
});
const times = (count, make) =>
  Array.from(
    {
      length: count,
    },
    (_, place) => make(place),
  );
/** As many rules of one condition each as one likes; none of them holds, so all of them are asked. */
const manyRules = (condition) => (count, variant) =>
  times(count, (place) => ruleOf(condition(place, variant)));
/** As many conditions in one rule as one likes; all of them hold, and then nobody is within the rollout. */
const manyConditions = (condition) => (count, variant) => [
  {
    ...ruleOf(...times(count, (place) => condition(place, variant))),
    rollout: {
      percentage: 0,
    },
  },
];
/** One condition of as many operands as one likes. */
const manyOperands =
  (operator, operand, more = {}) =>
  (count, variant) => [
    ruleOf(
      custom(
        'x',
        operator,
        times(count, (place) => operand(place, variant)),
        more,
      ),
    ),
  ];
const a = 'a'.repeat(longest);
const wide = 'ж'.repeat(longest);
const manyKeys = Object.fromEntries(times(5_000, (place) => [`k${place}`, place]));
const list = times(11_000, (place) => `e${place}`);
export const hostile = [
  {
    name: 'rules that match nobody',
    rulesOf: manyRules((place) => custom(`k${place}`, 'eq', [-1])),
    user: {
      custom_data: manyKeys,
    },
    most: 1_000,
  },
  {
    name: 'rules outside their rollout',
    rulesOf: (count) =>
      times(count, () => ({
        name: '',
        any_of: [],
        rollout: {
          percentage: 0,
        },
        serve: on,
      })),
    user: {
      id: a,
    },
    most: 1_000,
  },
  {
    name: 'long bucketing keys',
    rulesOf: (count) =>
      times(count, (place) => ({
        name: '',
        any_of: [],
        rollout: {
          percentage: 0,
        },
        serve: {
          ...on,
          bucket_by: [`custom.k${place}`],
        },
      })),
    user: {
      custom_data: Object.fromEntries(times(8, (place) => [`k${place}`, `${place}${wide.slice(1)}`])),
    },
    most: 10,
  },
  {
    name: 'exists',
    rulesOf: manyConditions((place) => custom(`k${place}`, 'exists')),
    user: {
      custom_data: manyKeys,
    },
    most: 5_000,
  },
  {
    name: 'not_exists',
    rulesOf: manyConditions((place) => custom(`absent${place}`, 'not_exists')),
    user: {
      custom_data: manyKeys,
    },
    most: 5_000,
  },
  {
    name: 'is',
    rulesOf: manyOperands('is', (place, variant) => `u${variant}-${place}`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 10_000,
  },
  {
    name: 'is_not',
    rulesOf: manyConditions((place, variant) =>
      custom('x', 'is_not', [`u${variant}-${place}`], {
        ignore_case: true,
      }),
    ),
    user: {
      custom_data: {
        x: wide,
      },
    },
    most: 5_000,
  },
  {
    name: 'is, long operands',
    rulesOf: manyConditions((place, variant) =>
      custom('x', 'is_not', [
        `${'a'.repeat(longest - 8)}${String(variant * 1_000 + place).padStart(8, '0')}`,
      ]),
    ),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 120,
  },
  {
    name: 'contains',
    rulesOf: manyOperands('contains', (place, variant) => `aab${variant.toString(36)}x${place.toString(36)}`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 10_000,
  },
  {
    name: 'contains, without case',
    rulesOf: manyOperands(
      'contains',
      (place, variant) => `ЖЖб${variant.toString(36)}x${place.toString(36)}`,
      {
        ignore_case: true,
      },
    ),
    user: {
      custom_data: {
        x: wide,
      },
    },
    most: 10_000,
  },
  {
    name: 'contains, one operand each',
    rulesOf: manyRules((place) => custom('x', 'contains', [`${'a'.repeat(190)}b${place}`])),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 1_000,
  },
  {
    name: 'contains, short operands',
    rulesOf: manyRules((place) => custom('x', 'contains', [`aaaab${place % 10}`])),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 1_000,
  },
  {
    name: 'contains, a long operand',
    rulesOf: manyRules((place) => custom('x', 'contains', [`b${'a'.repeat(3_000 + place)}`])),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 100,
  },
  {
    name: 'contains, a wide root',
    rulesOf: manyOperands('contains', (place) => `${String.fromCharCode(0x100 + place)}b`),
    user: {
      custom_data: {
        x: times(longest, (place) => String.fromCharCode(0x100 + ((place * 7919) % 9_000))).join(''),
      },
    },
    most: 10_000,
  },
  {
    name: 'not_contains',
    rulesOf: manyConditions((place) =>
      custom(
        'x',
        'not_contains',
        times(5, (each) => `aaab${place}-${each}`),
      ),
    ),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 500,
  },
  {
    name: 'starts_with',
    rulesOf: manyOperands('starts_with', (place, variant) => `aa${variant}-${place}`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 10_000,
  },
  {
    name: 'starts_with, long operands',
    rulesOf: manyOperands('starts_with', (place, variant) => `${'a'.repeat(4_080)}${variant}-${place}`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 120,
  },
  {
    name: 'not_starts_with',
    rulesOf: manyConditions((place, variant) =>
      custom(
        'x',
        'not_starts_with',
        times(4, (each) => `u${variant}-${place}-${each}`),
        {
          ignore_case: true,
        },
      ),
    ),
    user: {
      custom_data: {
        x: wide,
      },
    },
    most: 5_000,
  },
  {
    name: 'ends_with',
    rulesOf: manyOperands('ends_with', (place, variant) => `${place}-${variant}aa`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 10_000,
  },
  {
    name: 'ends_with, long operands',
    rulesOf: manyOperands('ends_with', (place, variant) => `${place}-${variant}${'a'.repeat(4_080)}`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 120,
  },
  {
    name: 'matches',
    rulesOf: (count) => [
      ruleOf(custom('x', 'matches', [`(?:.{0,${Math.min(30, count)}}){0,${Math.ceil(count / 30)}}[0-9]`])),
    ],
    user: {
      custom_data: {
        x: 'a'.repeat(600),
      },
    },
    most: 300,
  },
  {
    name: 'matches, one pattern each',
    rulesOf: manyRules((place) => custom('x', 'matches', [`(?:a|b)*c${place % 10}`])),
    user: {
      custom_data: {
        x: 'ab'.repeat(256),
      },
    },
    most: 1_000,
  },
  {
    name: 'matches, letters',
    rulesOf: manyRules(() => custom('x', 'matches', ['[\\pL\\pN]*x\\PL'])),
    user: {
      custom_data: {
        x: 'ж'.repeat(512),
      },
    },
    most: 1_000,
  },
  {
    name: 'not_matches',
    rulesOf: manyConditions(() => custom('x', 'not_matches', ['(?i)(?:k|s){0,9}!', '\\bx$'])),
    user: {
      custom_data: {
        x: 'k'.repeat(512),
      },
    },
    most: 1_000,
  },
  {
    name: 'numbers',
    rulesOf: manyConditions((place) => custom(`k${place}`, 'gt', [-1])),
    user: {
      custom_data: manyKeys,
    },
    most: 5_000,
  },
  {
    name: 'eq',
    rulesOf: manyConditions((place) =>
      custom(
        `k${place}`,
        'neq',
        times(4, (each) => -1 - each),
      ),
    ),
    user: {
      custom_data: manyKeys,
    },
    most: 5_000,
  },
  {
    name: 'versions',
    rulesOf: manyConditions((place) => custom(`k${place}`, 'semver_gt', ['0.0.1-a.b.c'])),
    user: {
      custom_data: Object.fromEntries(times(4_000, (place) => [`k${place}`, `1.2.${place}`])),
    },
    most: 5_000,
  },
  {
    name: 'long versions',
    rulesOf: manyConditions((place) => custom('x', 'semver_gt', [`1.0.0-${'a.'.repeat(2_000)}a${place}`])),
    user: {
      custom_data: {
        x: `1.0.0-${'a.'.repeat(2_000)}b`,
      },
    },
    most: 120,
  },
  {
    name: 'semver_eq',
    rulesOf: manyOperands('semver_eq', (place, variant) => `1.${variant}.${place}`),
    user: {
      custom_data: {
        x: `1.0.0-${'a.'.repeat(2_000)}b`,
      },
    },
    most: 10_000,
  },
  {
    name: 'dates',
    rulesOf: manyConditions((place) => custom(`k${place}`, 'after', ['2000-01-01'])),
    user: {
      custom_data: Object.fromEntries(
        times(3_000, (place) => [`k${place}`, `2026-11-21T10:00:${10 + (place % 50)}`]),
      ),
    },
    most: 5_000,
  },
  {
    name: 'in_cidr',
    rulesOf: manyOperands('in_cidr', (place, variant) => `10.${variant}.${place >> 8}.${place & 254}/32`),
    user: {
      custom_data: {
        x: '10.0.0.1',
      },
    },
    most: 10_000,
  },
  {
    name: 'not_in_cidr',
    rulesOf: manyConditions((place) => custom(`k${place}`, 'not_in_cidr', ['10.0.0.0/8', '2001:db8::/32'])),
    user: {
      custom_data: Object.fromEntries(
        times(3_000, (place) => [`k${place}`, `2001:db9::${place.toString(16)}`]),
      ),
    },
    most: 5_000,
  },
  {
    name: 'contains_any',
    rulesOf: manyOperands('contains_any', (place, variant) => `u${variant}-${place}`),
    user: {
      custom_data: {
        x: list,
      },
    },
    most: 10_000,
  },
  {
    name: 'contains_any, without case',
    rulesOf: manyRules((place, variant) =>
      custom(
        'x',
        'contains_any',
        times(20, (each) => `u${variant}-${place}-${each}`),
        {
          ignore_case: true,
        },
      ),
    ),
    user: {
      custom_data: {
        x: list,
      },
    },
    most: 1_000,
  },
  {
    name: 'contains_none',
    rulesOf: manyConditions((place, variant) =>
      custom(
        'x',
        'contains_none',
        times(3, (each) => `u${variant}-${place}-${each}`),
      ),
    ),
    user: {
      custom_data: {
        x: list,
      },
    },
    most: 5_000,
  },
  {
    name: 'contains_all',
    rulesOf: manyOperands('contains_all', (place) => `e${place}`),
    user: {
      custom_data: {
        x: list,
      },
    },
    most: 10_000,
  },
  {
    name: 'split',
    rulesOf: (count) =>
      times(count, () => ({
        name: '',
        any_of: [],
        rollout: {
          stages: times(100, (place) => ({
            at: new Date(place).toISOString(),
            percentage: 0,
          })),
        },
        serve: {
          split: times(1_000, (place) => ({
            variation: place % 2 ? 'on' : 'off',
            weight: 0.1,
          })),
        },
      })),
    user: {
      id: a,
    },
    most: 30,
  },
];
/** The costliest feature of its kind that is within the limits. */
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
export function hostileFeature(rules, place) {
  return {
    status: 'live',
    overrides: {},
    variations: ['off', 'on'].map((slug) => ({ id: slug, slug, values: [slug === 'on'] })),
    id: `feature-${place}`,
    slug: `feature-${place}`,
    salt: `salt-${place}`,
    variables: [
      {
        id: `variable-${place}`,
        slug: `flag-${place}`,
        default_variation: 'off',
      },
    ],
    targeting: {
      enabled: true,
      rules,
    },
  };
}
