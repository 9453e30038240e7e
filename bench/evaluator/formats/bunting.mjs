// The flags of benchmarks as Bunting stores them.
const property = {
  platform: { property: 'platform' },
  organisation: { property: 'organisation_id' },
  plan: { property: 'custom', custom_key: 'plan' },
};

export function toFragment({ key, rules, split }) {
  const served = {
    split: [
      { variation: 'on', weight: 50 },
      { variation: 'off', weight: 50 },
    ],
  };
  const document = {
    id: `feature-${key}`,
    slug: `feature-${key}`,
    status: 'live',
    salt: 'a1b2c3d4',
    variables: [{ id: `variable-${key}`, slug: key, default_variation: 'off' }],
    variations: [
      { id: `off-${key}`, slug: 'off', values: [false] },
      { id: `on-${key}`, slug: 'on', values: [true] },
    ],
    targeting: {
      enabled: true,
      rules: split
        ? [{ name: 'half', any_of: [], serve: served }]
        : rules.map((conditions, index) => ({
            name: `rule ${index}`,
            any_of: [
              {
                all_of: conditions.map(({ attribute, oneOf }) => ({
                  ...property[attribute],
                  operator: 'is',
                  values: oneOf,
                })),
              },
            ],
            serve: { variation: 'on' },
          })),
    },
    overrides: {},
  };
  return { kind: 'feature', id: document.id, document };
}
