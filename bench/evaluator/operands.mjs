// Conditions with ten thousand values each, asked for users of whom some match: microseconds of CPU for one evaluation of a request, its
// context read anew. Prints operands_10k_<operator>.
import {
  compileFragments,
  createDatafile,
  evaluate,
  readContext,
} from '../../packages/evaluator/dist/index.js';
import { createLoop, measureInTurn } from './measure.mjs';

const OPERANDS = 10_000;
const USERS = 2_048;

const many = (make) => Array.from({ length: OPERANDS }, (_, place) => make(place));
/** One user in four is among the values. */
const usersOf = (make, other) =>
  Array.from({ length: USERS }, (_, place) =>
    place % 4 === 0 ? make((place * 37) % OPERANDS) : other(place),
  );

const word = (place) => `${(place * 7_919) % 1_000_003}-team`;
const address = (place) => `10.${place % 256}.${(place >> 8) * 2}`;
const day = (place) => new Date(Date.UTC(2020, 0, 1) + place * 3_600_000).toISOString();
const kinds = [
  ['is', many(word), usersOf(word, (place) => `user-${place}`)],
  [
    'contains',
    many(word),
    usersOf(
      (place) => `at ${word(place)} since May`,
      (place) => `somebody-${place} of no team`,
    ),
  ],
  [
    'starts_with',
    many(word),
    usersOf(
      (place) => `${word(place)}/member`,
      (place) => `user-${place}/member`,
    ),
  ],
  [
    'ends_with',
    many((place) => `@${word(place)}.example`),
    usersOf(
      (place) => `jane@${word(place)}.example`,
      (place) => `jane.${place}@example.com`,
    ),
  ],
  [
    'contains_any',
    many(word),
    usersOf(
      (place) => ['beta', word(place), 'x'],
      (place) => ['beta', `user-${place}`, 'x'],
    ),
  ],
  [
    'contains_none',
    many(word),
    usersOf(
      (place) => ['beta', word(place)],
      (place) => ['beta', `user-${place}`, 'x'],
    ),
  ],
  [
    'in_cidr',
    many((place) => `${address(place)}.0/24`),
    usersOf(
      (place) => `${address(place)}.7`,
      (place) => `192.0.${place % 256}.7`,
    ),
  ],
  ['before', many(day), usersOf(day, (place) => `2030-01-01T00:00:${10 + (place % 50)}Z`)],
  [
    'gt',
    many((place) => place),
    usersOf(
      (place) => place + 1,
      (place) => -place,
    ),
  ],
  [
    'semver_eq',
    many((place) => `1.${place % 100}.${place}`),
    usersOf(
      (place) => `1.${place % 100}.${place}`,
      (place) => `2.0.${place}`,
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
  for (const [place, { operator }] of loops.entries()) {
    console.log(`figure operands_10k_${String(operator)} ${(medians[place] / 1000).toFixed(3)} us`);
  }
}
