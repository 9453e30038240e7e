import { measureFeature } from '@bunting/evaluator';

/** The most expensive features within the limits, each of another kind, as an import contains them. */
interface Shape {
  readonly name: string;
  /** Grows with the size. */
  readonly rules: (size: number, seed: number) => readonly object[];
  readonly most: number;
}

const many = <Entry>(count: number, entry: (number: number) => Entry) =>
  Array.from({ length: count }, (_, number) => entry(number));
const text = (operator: string, values: readonly unknown[], more: object = {}) => ({
  property: 'custom',
  custom_key: 'text',
  operator,
  values,
  ...more,
});
const rule = (...all_of: object[]) => ({ any_of: [{ all_of }], serve: { variation: 'on' } });
/** Returns rules of which evaluation checks every group, because none matches. */
const each = (conditions: readonly object[]) => ({
  any_of: conditions.map((condition) => ({ all_of: [condition] })),
  serve: { variation: 'on' },
});
const word = (n: number) => (n * 7_919).toString(36);
const rollout = (n: number) => ({
  rollout: { percentage: 0 },
  serve: { variation: 'on', bucket_by: [`custom.text${n % 10}`] },
});

export const segmentSlugs = many(20, (n) => `segment-${n}`);

export const segments = segmentSlugs.map((slug, n) => ({
  slug,
  any_of: [
    {
      all_of: [
        text(
          'contains_any',
          many(400, (k) => `${n}-${k}`),
        ),
      ],
    },
  ],
}));

const shapes: readonly Shape[] = [
  {
    name: 'patterns',
    most: 400,
    rules: (size, seed) => [
      each(many(size, (n) => text('matches', [`(?:a|b)*c[a-f]{1,9}${word(n + seed)}`]))),
    ],
  },
  {
    name: 'one-pattern',
    most: 600,
    rules: (size, seed) => [rule(text('matches', [`(?:.{0,${Math.max(1, size)}})${seed % 10}$`]))],
  },
  {
    name: 'negative-patterns',
    most: 400,
    rules: (size) => [each(many(size, (n) => text('not_matches', [`^.|${word(n)}`, '^$'])))],
  },
  {
    name: 'contains',
    most: 20_000,
    rules: (size, seed) =>
      [
        rule(
          text(
            'contains',
            many(Math.min(size, 10_000), (n) => `aa${word(n + seed)}`),
          ),
        ),
        rule(
          text(
            'contains',
            many(Math.max(0, size - 10_000), (n) => `ab${n}`),
          ),
        ),
      ].slice(0, size > 10_000 ? 2 : 1),
  },
  {
    name: 'long-contains',
    most: 250,
    rules: (size) => [
      rule(
        text(
          'contains',
          many(size, (n) => `${'a'.repeat(2_000)}${word(n)}`),
        ),
      ),
    ],
  },
  {
    name: 'single-contains',
    most: 1_000,
    rules: (size) => [
      each(many(size, (n) => text('contains', [`aaaaaaaaab${n}`], { ignore_case: n % 2 === 0 }))),
    ],
  },
  {
    name: 'starts',
    most: 5_000,
    rules: (size) => [each(many(size, (n) => text('starts_with', [`${'a'.repeat(60)}${n}`])))],
  },
  {
    name: 'is',
    most: 5_000,
    rules: (size) => [each(many(size, (n) => text('is', [`${'a'.repeat(60)}${n}`])))],
  },
  {
    name: 'ranges',
    most: 10_000,
    rules: (size) => [
      rule({
        property: 'ip_address',
        operator: 'in_cidr',
        values: many(size, (n) => `10.${n >> 8}.${n & 255}.0/24`),
      }),
    ],
  },
  {
    name: 'versions',
    most: 5_000,
    rules: (size) => [
      each(many(size, (n) => ({ property: 'app_version', operator: 'semver_gt', values: [`9.${n}.1`] }))),
    ],
  },
  { name: 'dates', most: 5_000, rules: (size) => [each(many(size, () => text('before', ['2001-01-01'])))] },
  {
    name: 'lists',
    most: 10_000,
    rules: (size) => [
      each(
        many(Math.ceil(size / 500), () => ({
          property: 'audience',
          operator: 'contains_any',
          values: many(500, (n) => `none-${n}`),
        })),
      ),
    ],
  },
  { name: 'rules', most: 1_000, rules: (size) => many(size, () => rule(text('not_exists', []))) },
  { name: 'rollouts', most: 1_000, rules: (size) => many(size, (n) => ({ any_of: [], ...rollout(n) })) },
  {
    name: 'splits',
    most: 100,
    rules: (size) =>
      many(size, (n) => ({
        ...rollout(n),
        any_of: [],
        serve: {
          bucket_by: [`custom.text${n % 10}`],
          split: many(100, () => ({ variation: 'on', weight: 1 })),
        },
      })),
  },
  {
    name: 'conditions',
    most: 5_000,
    rules: (size) => [
      each(many(size, (n) => ({ property: 'custom', custom_key: `key-${n}`, operator: 'exists' }))),
    ],
  },
  {
    name: 'segments',
    most: 20,
    rules: (size) => [
      each(many(size, (n) => ({ property: 'segment', operator: 'in_segment', values: [segmentSlugs[n]!] }))),
    ],
  },
];

/** Makes the given number of features, using all shapes in turn; each feature has `value`. */
export function fullFeatures(count: number, prefix: string, value: string): readonly object[] {
  const sizes = new Map<string, number>();
  return many(count, (number) => {
    const shape = shapes[number % shapes.length]!;
    const slug = `${prefix}-${number}`;
    const known = sizes.get(shape.name) ?? largest(shape);
    sizes.set(shape.name, known);
    return {
      slug,
      variables: [{ slug, type: 'string' }],
      variations: [
        { slug: 'off', values: { [slug]: value } },
        { slug: 'on', values: { [slug]: 'on' } },
      ],
      environments: {
        production: {
          defaults: { [slug]: 'off' },
          targeting: { enabled: true, rules: shape.rules(known, number) },
        },
      },
    };
  });
}

/** For most shapes the limit is the cost; the other limits would only make the test longer. */
const longestTargeting = 200_000;

/** Returns the size just below the largest, because features differ in the length of their numbers. */
function largest({ rules, most }: Shape): number {
  const isWithin = (size: number) => {
    const document = { targeting: { enabled: true, rules: rules(size, 1_000) } };
    return (
      measureFeature(document, () => 11_000).exceeded.length === 0 &&
      JSON.stringify(document).length < longestTargeting
    );
  };
  let [within, beyond] = [1, most + 1];
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (isWithin(middle)) within = middle;
    else beyond = middle;
  }
  return Math.max(1, Math.floor(within * 0.97));
}

/** Users for which the definitions are slowest; each is a body of at most 100 KB. */
export const hostileUsers: readonly object[] = [
  {
    id: 'u',
    custom_data: Object.fromEntries([
      ['text', 'a'.repeat(4_096)],
      ...many(10, (n) => [`text${n}`, `${n}`.repeat(4_096)]),
    ]),
  },
  {
    id: 'u',
    custom_data: {
      text: 'ab'.repeat(250),
      ...Object.fromEntries(many(10, (n) => [`text${n}`, 'x'.repeat(4_096)])),
    },
    audience: many(5_000, (n) => `a${n}`),
    ip_address: '10.250.250.250',
    app_version: '1.2.3',
  },
  {
    id: 'u',
    email: `${'ä'.repeat(2_000)}@example.org`,
    custom_data: { text: many(2_000, (n) => `b${n}`), text1: 'Σ'.repeat(4_096) },
    ip_address: '::ffff:10.1.1.1',
    app_version: `1.${'9'.repeat(200)}.3`,
  },
  { id: 'u', custom_data: { text: `${'a'.repeat(60)}1`, text2: 'x' }, app_version: '9.1.1-x' },
  { id: 'u', custom_data: { text: '2020-01-01T00:00:00Z' } },
];
