// The flags of benchmarks as GrowthBook stores them.
export function toFeature({ key, rules, split }) {
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
