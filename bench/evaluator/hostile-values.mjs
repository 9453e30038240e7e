import {
  on,
  custom,
  times,
  manyRules,
  manyConditions,
  manyOperands,
  a,
  wide,
  manyKeys,
  list,
} from './hostile-rules.mjs';

// Each of one kind, and the user for whom it costs most.
export const hostileValues = [
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
