import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import { featureArbitrary, segmentsArbitrary, userArbitrary } from '../../test/arbitraries.ts';
import {
  costlyFeatureArbitrary,
  costlySegmentsArbitrary,
  longUserArbitrary,
} from '../../test/costly-arbitraries.ts';
import { compileDatafile, featureChange, toResult, segmentChange } from '../../test/feature-fragment.ts';
import { evaluate, readContext } from '../index.ts';

it.each([
  ['ordinary features', featureArbitrary(4), segmentsArbitrary, userArbitrary, 500],
  ['costly patterns and long texts', costlyFeatureArbitrary, costlySegmentsArbitrary, longUserArbitrary, 200],
])(
  'no answer of a batch differs from that of a single request: %s',
  (_what, feature, segments, user, numRuns) => {
    fc.assert(
      fc.property(
        fc.array(feature, { minLength: 2, maxLength: 8 }),
        segments,
        user,
        fc.nat(5_000),
        (...drawn) => {
          const [features, storedSegments, asking, now] = drawn;
          const named = features.map((each, index) => ({
            ...each,
            id: `feature-${index}`,
            salt: `salt-${index % 2}`,
            variables: each.variables.map((variable) => ({ ...variable, slug: `flag-${index}` })),
          }));
          const datafile = compileDatafile(...named.map(featureChange), ...storedSegments.map(segmentChange));
          const keys = named.map((_each, index) => `flag-${index}`);
          const ask = (context: ReturnType<typeof readContext>, key: string) =>
            toResult(evaluate(datafile, key, context, now));
          const singly = keys.map((key) => ask(readContext(asking), key));
          const batch = readContext(asking);
          expect(keys.map((key) => ask(batch, key))).toEqual(singly);
          const backwards = readContext(asking);
          expect(keys.toReversed().map((key) => ask(backwards, key))).toEqual(singly.toReversed());
        },
      ),
      { numRuns },
    );
  },
);

it('sixty flags with not_matches on a long text are on in a batch as they are singly', () => {
  const condition = { property: 'custom', custom_key: 't', operator: 'not_matches', values: ['[0-9]{20}x'] };
  const rules = [{ name: '', any_of: [{ all_of: [condition] }], serve: { variation: 'on' } }];
  const datafile = compileDatafile(
    ...Array.from({ length: 60 }, (_, index) => ({
      kind: 'feature' as const,
      id: `feature-${index}`,
      document: {
        id: `feature-${index}`,
        slug: `feature-${index}`,
        status: 'live' as const,
        salt: 's',
        variables: [{ id: `variable-${index}`, slug: `flag-${index}`, default_variation: 'off' }],
        variations: ['off', 'on'].map((slug) => ({ id: slug, slug, values: [slug] })),
        targeting: { enabled: true, rules: rules as never },
        overrides: {},
      },
    })),
  );
  const context = readContext({ custom_data: { t: 'a'.repeat(522) } });
  for (let index = 0; index < 60; index++) {
    expect(evaluate(datafile, `flag-${index}`, context, 0).variation).toBe('on');
  }
});
