import fc from 'fast-check';

import type { ConditionDefinition, FeatureFragment, SegmentFragment } from '../src/definition/definition.ts';
import { anyOfArbitrary, condition, membership, onAttribute, text, variation } from './arbitraries.ts';
import { featureFragment } from './feature-fragment.ts';

/** They look at texts of some hundred characters, the more there are of them in a feature the shorter. */
const costlyPattern = fc.constantFrom('^a{30}b', '^b{12}', '^[ab]{25}', '^a', '^b', '^a{5}');
const pendingCondition: fc.Arbitrary<ConditionDefinition> = fc
  .tuple(
    fc.constantFrom('email', 'platform', 'custom'),
    fc.constantFrom('matches', 'not_matches'),
    fc.array(costlyPattern, { minLength: 1, maxLength: 2 }),
  )
  .map(([name, operatorName, values]) => condition(name, 'x', operatorName, values, false));

export const costlySegmentsArbitrary: fc.Arbitrary<readonly SegmentFragment[]> = anyOfArbitrary(
  pendingCondition,
).map((anyOf) => [
  { id: 'one', slug: 'one', any_of: anyOf },
  { id: 'two', slug: 'two', any_of: [] },
]);

export const costlyFeatureArbitrary: fc.Arbitrary<FeatureFragment> = fc
  .array(
    fc.record({
      name: fc.constant('rule'),
      any_of: anyOfArbitrary(
        fc.oneof({ weight: 4, arbitrary: pendingCondition }, onAttribute, membership),
      ).filter((groups) => groups.length > 0),
      serve: variation.map((slug) => ({ variation: slug })),
    }),
    { minLength: 1, maxLength: 6, size: 'max' },
  )
  .map((rules) =>
    featureFragment({
      targeting: { enabled: true, rules },
      variations: ['off', 'on', 'third'].map((slug) => ({ id: slug, slug, values: [slug] })),
    }),
  );

const longText = fc
  .tuple(fc.constantFrom('a', 'b', 'ab'), fc.constantFrom(1, 60, 100, 150, 200, 300, 500, 1_000, 4_000))
  .map(([piece, length]) => piece.repeat(length));
export const longUserArbitrary = fc.record({
  id: text,
  email: longText,
  platform: longText,
  country: text,
  custom_data: fc.record({ x: longText }),
});
