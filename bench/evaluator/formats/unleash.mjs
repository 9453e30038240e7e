// The flags of benchmarks as Unleash stores them.
/** Returns a toggle. Unleash has no default variation, so a flag that is off for everybody is disabled. */
export function toToggle({ key, rules, split }) {
  const variant = (variantName) => ({
    name: variantName,
    weight: 500,
    weightType: 'variable',
    stickiness: 'userId',
    payload: { type: 'string', value: variantName },
  });
  return {
    name: key,
    type: 'release',
    enabled: split || rules.length > 0,
    strategies: split
      ? [{ name: 'default', parameters: {}, constraints: [] }]
      : rules.map((conditions) => ({
          name: 'default',
          parameters: {},
          constraints: conditions.map(({ attribute, oneOf }) => ({
            contextName: attribute,
            operator: 'IN',
            values: oneOf,
            inverted: false,
            caseInsensitive: false,
          })),
        })),
    variants: split ? [variant('on'), variant('off')] : [],
  };
}
