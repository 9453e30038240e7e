// The flags of benchmarks as LaunchDarkly stores them.
export function toModel({ key, rules, split }) {
  return {
    key,
    version: 1,
    on: true,
    salt: 'a1b2c3d4',
    variations: [true, false],
    offVariation: 1,
    targets: [],
    prerequisites: [],
    fallthrough: split
      ? {
          rollout: {
            contextKind: 'user',
            variations: [
              { variation: 0, weight: 50_000 },
              { variation: 1, weight: 50_000 },
            ],
          },
        }
      : { variation: 1 },
    rules: rules.map((conditions, index) => ({
      id: `rule-${index}`,
      variation: 0,
      clauses: conditions.map(({ attribute, oneOf }) => ({
        contextKind: 'user',
        attribute,
        op: 'in',
        values: oneOf,
        negate: false,
      })),
    })),
  };
}
