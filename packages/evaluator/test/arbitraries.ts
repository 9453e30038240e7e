import fc from 'fast-check';

import type {
  ConditionDefinition,
  FeatureFragment,
  GroupDefinition,
  RuleDefinition,
  SegmentFragment,
} from '../src/definition/definition.ts';
import { featureFragment } from './feature-fragment.ts';

/** Small worlds: few texts, numbers and dates, so that rules and users meet often. */
export const text = fc.oneof(
  {
    weight: 80,
    arbitrary: fc.constantFrom('a', 'b', 'A', 'ab', 'ba', '', 'é', '1', '1.0', 'Σ', 'ΑΣ', 'ας', 'Ασα'),
  },
  fc.constantFrom('a'.repeat(4_096), 'a'.repeat(4_097)),
);
/** As a definition may name it: none beyond the limits. */
const operandText = text.filter(({ length }) => length <= 4_096);
const number = fc.constantFrom(-1, 0, 1, 1.5, 2, 42);
const version = fc.constantFrom(
  '1',
  '1.2',
  '1.2.0',
  '1.2.3',
  '1.10.0',
  '1.2.0-rc.1',
  '2.0.0-beta',
  '2',
  '1.2.0-20261122015755122',
  '1.2.0-20261122015755123',
  'v1.2.0',
  'V1.2',
);
const date = fc.constantFrom(
  '2026-11-20',
  '2026-11-21',
  '2026-11-21T10:00:00Z',
  '2026-11-21T10:00:00.5+02:00',
  '2026-11-20T24:00:00Z',
  '20261121T100000Z',
  '2026-11-21T08',
  '20261121',
  '2026-11-21 10:00:00',
  '+002026-11-21T10:00:00.000Z',
  '+010000-01-01',
  '-000001-12-31T00:00:00.000Z',
);
const address = fc.constantFrom(
  '10.1.2.3',
  '10.2.0.1',
  '192.0.2.7',
  '2001:db8::1',
  '::1',
  '::10.1.2.3',
  '::ffff:10.1.2.3',
  '10.1.2.3:80',
  '[2001:db8::1]:443',
  '[2001:db8::1]',
  '[::ffff:10.1.2.3]:1',
  '[10.1.2.3]:80',
);
const network = fc.constantFrom(
  '10.0.0.0/8',
  '10.1.0.0/16',
  '192.0.2.0/24',
  '2001:db8::/32',
  '::/0',
  '0.0.0.0/0',
);
const pattern = fc.constantFrom('a', '^a', 'b$', '[ab]{2}', '^\\d', 'a|1');
const customKey = fc.constantFrom('x', 'y', 'constructor');
const instant = fc.constantFrom(0, 1000, 2000, 3000, 4000).map((at) => new Date(at).toISOString());

const valuesOf: Record<string, fc.Arbitrary<string | number | boolean>> = {
  is: fc.oneof(operandText, fc.boolean()),
  is_not: fc.oneof(operandText, fc.boolean()),
  in_cidr: network,
  not_in_cidr: network,
  before: date,
  after: date,
  matches: pattern,
  not_matches: pattern,
};
for (const operator of [
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
]) {
  valuesOf[operator] = operandText;
}
for (const operator of ['eq', 'neq', 'gt', 'gte', 'lt', 'lte']) {
  valuesOf[operator] = number;
  valuesOf[`semver_${operator}`] = version;
}
for (const operator of ['contains_any', 'contains_all', 'contains_none']) {
  valuesOf[operator] = fc.oneof(operandText, number, fc.boolean());
}

const property = fc.constantFrom(
  'user_id',
  'email',
  'organisation_id',
  'ip_address',
  'app_version',
  'platform',
  'country',
  'audience',
  'custom',
);

/** Equalities come more often: they are what the index is about. */
const operator = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('is', 'is_not', 'eq', 'neq') },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(valuesOf)) },
);

export const onAttribute: fc.Arbitrary<ConditionDefinition> = fc
  .tuple(property, customKey, operator, fc.boolean())
  .chain(([name, key, operatorName, ignoreCase]) =>
    fc
      .array(valuesOf[operatorName] ?? operandText, { minLength: 1, maxLength: 3 })
      .map((values) => condition(name, key, operatorName, values, ignoreCase)),
  );
const presence: fc.Arbitrary<ConditionDefinition> = fc
  .tuple(property, customKey, fc.constantFrom('exists', 'not_exists'))
  .map(([name, key, operatorName]) => condition(name, key, operatorName, [], false));
export const membership: fc.Arbitrary<ConditionDefinition> = fc
  .tuple(
    fc.constantFrom('in_segment', 'not_in_segment'),
    fc.array(fc.constantFrom('one', 'two'), { minLength: 1, maxLength: 2 }),
  )
  .map(([operatorName, values]) => condition('segment', '', operatorName, values, false));

export function condition(
  name: string,
  key: string,
  operatorName: string,
  values: readonly (string | number | boolean)[],
  ignoreCase: boolean,
): ConditionDefinition {
  return {
    property: name,
    ...(name === 'custom' && { custom_key: key }),
    operator: operatorName,
    ...(values.length > 0 && { values }),
    ...(ignoreCase && { ignore_case: true }),
  } as ConditionDefinition;
}

export function anyOfArbitrary(
  one: fc.Arbitrary<ConditionDefinition>,
): fc.Arbitrary<readonly GroupDefinition[]> {
  return fc.array(
    fc.array(one, { minLength: 1, maxLength: 3 }).map((allOf) => ({ all_of: allOf })),
    { maxLength: 4 },
  );
}

export const variation = fc.constantFrom('on', 'off', 'third');
const percentage = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000);
const bucketBy = fc.array(fc.constantFrom('user_id', 'email', 'country', 'custom.x', 'custom.y'), {
  minLength: 1,
  maxLength: 3,
});

/** Weights in thousandths that add up to 100 %. */
export const splitArbitrary = fc
  .array(fc.tuple(variation, fc.integer({ min: 0, max: 100_000 })), { minLength: 1, maxLength: 5 })
  .map((cuts) => {
    const ends = [
      ...cuts
        .map(([, cut]) => cut)
        .toSorted((a, b) => a - b)
        .slice(0, -1),
      100_000,
    ];
    return cuts.map(([slug], index) => ({
      variation: slug,
      weight: ((ends[index] ?? 0) - (ends[index - 1] ?? 0)) / 1000,
    }));
  });

const rolloutArbitrary = fc.oneof(
  percentage.map((value) => ({ percentage: value })),
  fc
    .uniqueArray(fc.tuple(instant, percentage), { minLength: 1, maxLength: 3, selector: ([at]) => at })
    .map((stages) => ({
      stages: stages
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([at, value]) => ({ at, percentage: value })),
    })),
);

export const ruleArbitrary: fc.Arbitrary<RuleDefinition> = fc
  .record(
    {
      name: fc.constant('rule'),
      enabled: fc.boolean(),
      any_of: anyOfArbitrary(fc.oneof({ weight: 5, arbitrary: onAttribute }, presence, membership)),
      schedule: fc.record({ from: fc.option(instant), to: fc.option(instant) }, { requiredKeys: [] }),
      rollout: rolloutArbitrary,
      serve: fc.oneof(
        fc.record({ variation, bucket_by: bucketBy }, { requiredKeys: ['variation'] }),
        fc.record({ split: splitArbitrary, bucket_by: bucketBy }, { requiredKeys: ['split'] }),
      ),
    },
    { requiredKeys: ['name', 'any_of', 'serve'] },
  )
  .map((rule) => rule as RuleDefinition);

export function featureArbitrary(maxRules: number): fc.Arbitrary<FeatureFragment> {
  return fc
    .record({
      status: fc.constantFrom('live', 'live', 'live', 'live', 'complete', 'archived'),
      targeting: fc.option(
        fc.record({
          enabled: fc.constantFrom(true, true, true, true, false),
          rules: fc.array(ruleArbitrary, { maxLength: maxRules, size: 'max' }),
        }),
        { freq: 8 },
      ),
      overrides: fc.dictionary(fc.constantFrom('a', '42'), variation, { maxKeys: 1 }),
      byDefault: fc.option(variation),
    })
    .map(({ byDefault, ...parts }) =>
      featureFragment({
        ...(parts as Partial<FeatureFragment>),
        variables: [{ id: 'variable-1', slug: 'flag', default_variation: byDefault }],
        variations: ['off', 'on', 'third'].map((slug) => ({ id: slug, slug, values: [slug] })),
      }),
    );
}

export const segmentsArbitrary: fc.Arbitrary<readonly SegmentFragment[]> = fc
  .tuple(anyOfArbitrary(onAttribute), anyOfArbitrary(onAttribute))
  .map(([one, two]) => [
    { id: 'one', slug: 'one', any_of: one },
    { id: 'two', slug: 'two', any_of: two },
  ]);

const custom = fc.oneof(
  text,
  number,
  fc.boolean(),
  version,
  date,
  fc.constant(null),
  fc.array(fc.oneof(text, number, fc.boolean()), { maxLength: 3 }),
);

export const userArbitrary: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record(
  {
    id: fc.oneof(text, fc.constant(42)),
    email: text,
    organisation_id: fc.oneof(text, fc.integer({ min: -3, max: 99 })),
    ip: fc.oneof(address, text),
    app_version: fc.oneof(version, text),
    platform: text,
    country: text,
    audiences: fc.oneof(
      fc.array(fc.oneof({ weight: 4, arbitrary: text }, fc.constantFrom(null, 5, true)), { maxLength: 3 }),
      text,
    ),
    custom_data: fc.dictionary(customKey, custom, { maxKeys: 3 }),
  },
  { requiredKeys: [] },
);
