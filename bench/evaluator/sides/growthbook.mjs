import { GrowthBookClient } from '@growthbook/growthbook';

export const name = 'GrowthBook';

export function createSide(flags) {
  const features = Object.fromEntries(flags.map((flag) => [flag.key, toFeature(flag)]));
  const client = new GrowthBookClient().initSync({ payload: { features } });
  return {
    input: (user) => ({ attributes: { ...user } }),
    evaluate: (key, userContext) => client.evalFeature(key, userContext),
    valueOf: (result) => result.value,
  };
}

function toFeature({ key, rules, split }) {
  return {
    defaultValue: false,
    rules: split
      ? [
          {
            key,
            hashAttribute: 'id',
            hashVersion: 2,
            seed: key,
            variations: [true, false],
            weights: [0.5, 0.5],
            coverage: 1,
          },
        ]
      : rules.map((conditions) => ({
          condition: Object.fromEntries(
            conditions.map(({ attribute, oneOf }) => [
              attribute,
              oneOf.length === 1 ? oneOf[0] : { $in: oneOf },
            ]),
          ),
          force: true,
        })),
  };
}
