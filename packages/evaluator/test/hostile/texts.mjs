import {
  longest,
  custom,
  createRule,
  times,
  manyRules,
  manyConditions,
  manyOperands,
  a,
  wide,
} from './rules.mjs';

// One definition of each kind, with the user for whom it costs most.
export const hostileTexts = [
  {
    name: 'is',
    rulesOf: manyOperands('is', (index, variant) => `u${variant}-${index}`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 10_000,
  },
  {
    name: 'is_not',
    rulesOf: manyConditions((index, variant) =>
      custom('x', 'is_not', [`u${variant}-${index}`], {
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
    rulesOf: manyConditions((index, variant) =>
      custom('x', 'is_not', [
        `${'a'.repeat(longest - 8)}${String(variant * 1_000 + index).padStart(8, '0')}`,
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
    rulesOf: manyOperands('contains', (index, variant) => `aab${variant.toString(36)}x${index.toString(36)}`),
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
      (index, variant) => `ЖЖб${variant.toString(36)}x${index.toString(36)}`,
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
    rulesOf: manyRules((index) => custom('x', 'contains', [`${'a'.repeat(190)}b${index}`])),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 1_000,
  },
  {
    name: 'contains, short operands',
    rulesOf: manyRules((index) => custom('x', 'contains', [`aaaab${index % 10}`])),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 1_000,
  },
  {
    name: 'contains, a long operand',
    rulesOf: manyRules((index) => custom('x', 'contains', [`b${'a'.repeat(3_000 + index)}`])),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 100,
  },
  {
    name: 'contains, a wide root',
    rulesOf: manyOperands('contains', (index) => `${String.fromCharCode(0x100 + index)}b`),
    user: {
      custom_data: {
        x: times(longest, (index) => String.fromCharCode(0x100 + ((index * 7919) % 9_000))).join(''),
      },
    },
    most: 10_000,
  },
  {
    name: 'not_contains',
    rulesOf: manyConditions((index) =>
      custom(
        'x',
        'not_contains',
        times(5, (each) => `aaab${index}-${each}`),
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
    rulesOf: manyOperands('starts_with', (index, variant) => `aa${variant}-${index}`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 10_000,
  },
  {
    name: 'starts_with, long operands',
    rulesOf: manyOperands('starts_with', (index, variant) => `${'a'.repeat(4_080)}${variant}-${index}`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 120,
  },
  {
    name: 'not_starts_with',
    rulesOf: manyConditions((index, variant) =>
      custom(
        'x',
        'not_starts_with',
        times(4, (each) => `u${variant}-${index}-${each}`),
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
    rulesOf: manyOperands('ends_with', (index, variant) => `${index}-${variant}aa`),
    user: {
      custom_data: {
        x: a,
      },
    },
    most: 10_000,
  },
  {
    name: 'ends_with, long operands',
    rulesOf: manyOperands('ends_with', (index, variant) => `${index}-${variant}${'a'.repeat(4_080)}`),
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
      createRule(
        custom('x', 'matches', [`(?:.{0,${Math.min(30, count)}}){0,${Math.ceil(count / 30)}}[0-9]`]),
      ),
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
    rulesOf: manyRules((index) => custom('x', 'matches', [`(?:a|b)*c${index % 10}`])),
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
];
