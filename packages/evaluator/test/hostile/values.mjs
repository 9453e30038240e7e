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
  colliding,
} from './rules.mjs';

// One definition of each kind, with the user for whom it costs most.
export const hostileValues = [
  {
    name: 'rules that match nobody',
    rulesOf: manyRules((index) => custom(`k${index}`, 'eq', [-1])),
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
      times(count, (index) => ({
        name: '',
        any_of: [],
        rollout: {
          percentage: 0,
        },
        serve: {
          ...on,
          bucket_by: [`custom.k${index}`],
        },
      })),
    user: {
      custom_data: Object.fromEntries(times(8, (index) => [`k${index}`, `${index}${wide.slice(1)}`])),
    },
    most: 10,
  },
  {
    name: 'exists',
    rulesOf: manyConditions((index) => custom(`k${index}`, 'exists')),
    user: {
      custom_data: manyKeys,
    },
    most: 5_000,
  },
  {
    name: 'not_exists',
    rulesOf: manyConditions((index) => custom(`absent${index}`, 'not_exists')),
    user: {
      custom_data: manyKeys,
    },
    most: 5_000,
  },
  {
    name: 'numbers',
    rulesOf: manyConditions((index) => custom(`k${index}`, 'gt', [-1])),
    user: {
      custom_data: manyKeys,
    },
    most: 5_000,
  },
  {
    name: 'eq',
    rulesOf: manyConditions((index) =>
      custom(
        `k${index}`,
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
    rulesOf: manyConditions((index) => custom(`k${index}`, 'semver_gt', ['0.0.1-a.b.c'])),
    user: {
      custom_data: Object.fromEntries(times(4_000, (index) => [`k${index}`, `1.2.${index}`])),
    },
    most: 5_000,
  },
  {
    name: 'long versions',
    rulesOf: manyConditions((index) => custom('x', 'semver_gt', [`1.0.0-${'a.'.repeat(2_000)}a${index}`])),
    user: {
      custom_data: {
        x: `1.0.0-${'a.'.repeat(2_000)}b`,
      },
    },
    most: 120,
  },
  {
    name: 'semver_eq',
    rulesOf: manyOperands('semver_eq', (index, variant) => `1.${variant}.${index}`),
    user: {
      custom_data: {
        x: `1.0.0-${'a.'.repeat(2_000)}b`,
      },
    },
    most: 10_000,
  },
  {
    name: 'dates',
    rulesOf: manyConditions((index) => custom(`k${index}`, 'after', ['2000-01-01'])),
    user: {
      custom_data: Object.fromEntries(
        times(3_000, (index) => [`k${index}`, `2026-11-21T10:00:${10 + (index % 50)}`]),
      ),
    },
    most: 5_000,
  },
  {
    name: 'in_cidr',
    rulesOf: manyOperands('in_cidr', (index, variant) => `10.${variant}.${index >> 8}.${index & 254}/32`),
    user: {
      custom_data: {
        x: '10.0.0.1',
      },
    },
    most: 10_000,
  },
  {
    name: 'not_in_cidr',
    rulesOf: manyConditions((index) => custom(`k${index}`, 'not_in_cidr', ['10.0.0.0/8', '2001:db8::/32'])),
    user: {
      custom_data: Object.fromEntries(
        times(3_000, (index) => [`k${index}`, `2001:db9::${index.toString(16)}`]),
      ),
    },
    most: 5_000,
  },
  {
    name: 'contains_any',
    rulesOf: manyOperands('contains_any', (index, variant) => `u${variant}-${index}`),
    user: {
      custom_data: {
        x: list,
      },
    },
    most: 10_000,
  },
  {
    name: 'contains_any, without case',
    rulesOf: manyRules((index, variant) =>
      custom(
        'x',
        'contains_any',
        times(20, (each) => `u${variant}-${index}-${each}`),
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
    rulesOf: manyConditions((index, variant) =>
      custom(
        'x',
        'contains_none',
        times(3, (each) => `u${variant}-${index}-${each}`),
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
    rulesOf: manyOperands('contains_all', (index) => `e${index}`),
    user: {
      custom_data: {
        x: list,
      },
    },
    most: 10_000,
  },
  {
    name: 'eq, numbers of one bucket',
    rulesOf: manyRules((index) => custom('x', 'eq', colliding.slice(60 * index, 60 * (index + 1)))),
    user: {
      custom_data: {
        x: colliding.at(-1),
      },
    },
    most: 300,
  },
  {
    name: 'contains_any, numbers of one bucket',
    rulesOf: manyOperands('contains_any', (index) => colliding[index]),
    user: {
      custom_data: {
        x: colliding.slice(-1_000),
      },
    },
    most: 10_000,
  },
  {
    name: 'contains_none, a list of numbers of one bucket',
    rulesOf: manyConditions((index) =>
      custom('x', 'contains_none', colliding.slice(3 * index, 3 * index + 3)),
    ),
    user: {
      custom_data: {
        x: colliding.slice(-1_000),
      },
    },
    most: 5_000,
  },
  {
    name: 'contains_none, many lists of numbers of one bucket',
    rulesOf: manyConditions((index) => custom(`x${index % 90}`, 'contains_none', [0.5, 1.5, 2.5])),
    user: {
      custom_data: Object.fromEntries(
        times(90, (index) => [`x${index}`, colliding.slice(90 * index, 90 * (index + 1))]),
      ),
    },
    most: 5_000,
  },
  {
    name: 'split',
    rulesOf: (count) =>
      times(count, () => ({
        name: '',
        any_of: [],
        rollout: {
          stages: times(100, (index) => ({
            at: new Date(index).toISOString(),
            percentage: 0,
          })),
        },
        serve: {
          split: times(1_000, (index) => ({
            variation: index % 2 ? 'on' : 'off',
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
