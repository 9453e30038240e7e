// Conditions with ten thousand values each, evaluated for users of whom some match: microseconds of CPU for one evaluation of a
// request, including reading its context. Prints operands_10k_<operator>.
import {
  compileFragments,
  createDatafile,
  evaluate,
  readContext,
} from '../../packages/evaluator/dist/index.js';
import { createLoop, measureInTurn } from './measure.mjs';

const OPERANDS = 10_000;
const USERS = 2_048;

const many = (make) => Array.from({ length: OPERANDS }, (_, index) => make(index));
/** Returns users, one in four of whom is among the values. */
const usersOf = (make, other) =>
  Array.from({ length: USERS }, (_, index) =>
    index % 4 === 0 ? make((index * 37) % OPERANDS) : other(index),
  );

const word = (index) => `${(index * 7_919) % 1_000_003}-team`;
const address = (index) => `10.${index % 256}.${(index >> 8) * 2}`;
const day = (index) => new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString();
const kinds = [
  ['is', many(word), usersOf(word, (index) => `user-${index}`)],
  [
    'contains',
    many(word),
    usersOf(
      (index) => `at ${word(index)} since May`,
      (index) => `somebody-${index} of no team`,
    ),
  ],
  [
    'starts_with',
    many(word),
    usersOf(
      (index) => `${word(index)}/member`,
      (index) => `user-${index}/member`,
    ),
  ],
  [
    'ends_with',
    many((index) => `@${word(index)}.example`),
    usersOf(
      (index) => `jane@${word(index)}.example`,
      (index) => `jane.${index}@example.com`,
    ),
  ],
  [
    'contains_any',
    many(word),
    usersOf(
      (index) => ['beta', word(index), 'x'],
      (index) => ['beta', `user-${index}`, 'x'],
    ),
  ],
  [
    'contains_none',
    many(word),
    usersOf(
      (index) => ['beta', word(index)],
      (index) => ['beta', `user-${index}`, 'x'],
    ),
  ],
  [
    'in_cidr',
    many((index) => `${address(index)}.0/24`),
    usersOf(
      (index) => `${address(index)}.7`,
      (index) => `192.0.${index % 256}.7`,
    ),
  ],
  ['before', many(day), usersOf(day, (index) => `2030-01-01T00:00:${10 + (index % 50)}Z`)],
  [
    'gt',
    many((index) => index),
    usersOf(
      (index) => index + 1,
      (index) => -index,
    ),
  ],
  [
    'semver_eq',
    many((index) => `1.${index % 100}.${index}`),
    usersOf(
      (index) => `1.${index % 100}.${index}`,
      (index) => `2.0.${index}`,
    ),
  ],
];

export function measureOperands(timing) {
  const loops = kinds.map(([operator, values, attributes]) => {
    const condition = { property: 'custom', custom_key: 'x', operator, values };
    const document = {
      id: operator,
      slug: operator,
      status: 'live',
      salt: 'a1b2c3d4',
      variables: [{ id: operator, slug: operator, default_variation: 'off' }],
      variations: ['off', 'on'].map((slug) => ({ id: slug, slug, values: [slug === 'on'] })),
      targeting: {
        enabled: true,
        rules: [{ name: operator, any_of: [{ all_of: [condition] }], serve: { variation: 'on' } }],
      },
      overrides: {},
    };
    const datafile = createDatafile();
    datafile.apply(compileFragments([{ kind: 'feature', id: operator, document }]));
    const users = attributes.map((x) => JSON.parse(JSON.stringify({ id: 'user-1', custom_data: { x } })));
    const ask = (user) => evaluate(datafile, operator, readContext(user), 0);
    const isOn = users.map((user) => ask(user).value);
    if (isOn[0] === isOn[1]) throw new Error(`${String(operator)} tells nobody from anybody`);
    return { operator, ...createLoop(ask, users) };
  });
  const medians = measureInTurn(loops, timing);
  for (const [index, { operator }] of loops.entries()) {
    console.log(`figure operands_10k_${String(operator)} ${(medians[index] / 1000).toFixed(3)} us`);
  }
}
