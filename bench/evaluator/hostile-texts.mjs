import {
  longest,
  custom,
  ruleOf,
  times,
  manyRules,
  manyConditions,
  manyOperands,
  a,
  wide,
} from './hostile-rules.mjs';

// Each of one kind, and the user for whom it costs most.
export const hostileTexts = [
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
];
