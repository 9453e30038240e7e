/** A project with everything that an export must contain so that evaluations stay the same. */
export const richProject = {
  client_by_default: true,
  environments: [{ slug: 'production', name: 'Production', protected: true }, { slug: 'staging' }],
  segments: [
    {
      slug: 'canada',
      name: 'Canada',
      any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA', 'FR'] }] }],
    },
    {
      slug: 'paying',
      any_of: [
        { all_of: [{ property: 'custom', custom_key: 'plan', operator: 'is_not', values: ['free'] }] },
        { all_of: [{ property: 'audience', operator: 'contains_any', values: ['vip'], ignore_case: true }] },
      ],
    },
  ],
  features: [
    {
      slug: 'checkout',
      name: 'Checkout: "new", 10 % off\n#1',
      description: 'no\n  "yes": ünïcödé ☃',
      salt: 'a1b2c3d4',
      kind: 'experiment',
      tags: ['web', 'Checkout'],
      owners: ['Ada@acme.example', '@acme/checkout: "shop"'],
      links: [{ title: 'no', url: 'https://acme.example/?a=1#b' }, { url: 'http://acme.example' }],
      permanent: false,
      expected_until: '2026-12-31',
      snoozed_until: '2026-11-30',
      manager: 'github.com/acme/flags',
      variables: [
        {
          slug: 'checkout-layout',
          type: 'string',
          client: true,
          description: 'no: "way"',
          constraints: { one_of: ['no', '1.0', '~'], pattern: '^(no|1\\.0|~)$', max_length: 3 },
        },
        { slug: 'checkout-steps', type: 'number', constraints: { minimum: -0.1, maximum: 1e21 } },
        {
          slug: 'checkout-options',
          type: 'json',
          constraints: {
            schema: { type: ['object', 'array', 'string'], properties: { a: { const: 'off' } } },
          },
        },
      ],
      variations: [
        {
          slug: 'off',
          values: {
            'checkout-layout': 'no',
            'checkout-steps': 3,
            'checkout-options': { '10': [1.5e-7, null], ['__proto__']: 1, a: 'off' },
          },
        },
        {
          slug: 'on',
          values: { 'checkout-layout': '1.0', 'checkout-steps': 1e21, 'checkout-options': [[], {}] },
        },
        {
          slug: 'null',
          values: { 'checkout-layout': '~', 'checkout-steps': -0.1, 'checkout-options': '2026-11-21' },
        },
      ],
      environments: {
        production: {
          defaults: { 'checkout-layout': 'off', 'checkout-steps': 'null' },
          targeting: {
            enabled: true,
            rules: [
              {
                name: 'Half of Canada',
                any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] }],
                rollout: { percentage: 50 },
                serve: {
                  split: [
                    { variation: 'off', weight: 33.333 },
                    { variation: 'on', weight: 66.667 },
                  ],
                },
              },
              { name: 'Switched off', enabled: false, any_of: [], serve: { variation: 'null' } },
              {
                name: 'Old versions, by account',
                any_of: [
                  {
                    all_of: [
                      { property: 'app_version', operator: 'semver_lt', values: ['2'] },
                      { property: 'email', operator: 'matches', values: ['^[a-m].*@'] },
                    ],
                  },
                ],
                schedule: { from: '2020-01-01T00:00:00Z', to: null },
                rollout: {
                  stages: [
                    { at: '2020-01-01', percentage: 10 },
                    { at: '2030-01-01', percentage: 90 },
                  ],
                },
                serve: { variation: 'null', bucket_by: ['custom.account', 'email'] },
              },
              {
                name: 'The rest who pay',
                any_of: [
                  { all_of: [{ property: 'segment', operator: 'not_in_segment', values: ['paying'] }] },
                  {
                    all_of: [
                      {
                        property: 'ip_address',
                        operator: 'in_cidr',
                        values: ['10.0.0.0/9', '2001:db8::/32'],
                      },
                    ],
                  },
                ],
                serve: { variation: 'on' },
              },
            ],
          },
          overrides: { 'user-7': 'on', '42': 'null', ['__proto__']: 'off', 'a: b # c': 'on', null: 'off' },
        },
        staging: { targeting: { enabled: false, rules: [] } },
      },
    },
    {
      slug: 'done',
      status: 'complete',
      variables: [{ slug: 'done', type: 'boolean' }],
      variations: [{ slug: 'yes', values: { done: true } }],
      environments: { production: { defaults: { done: 'yes' } }, staging: {} },
    },
    {
      slug: 'gone',
      status: 'archived',
      variables: [{ slug: 'gone', type: 'boolean' }],
      variations: [{ slug: 'yes', values: { gone: true } }],
    },
    {
      slug: 'bare',
      variables: [{ slug: 'bare', type: 'boolean' }],
      variations: [{ slug: 'yes', values: { bare: true } }],
      environments: {
        staging: {
          targeting: {
            enabled: true,
            rules: [{ any_of: [], serve: { split: [{ variation: 'yes', weight: 100 }] } }],
          },
        },
      },
    },
  ],
};

/** Returns the same thousand users in every run. */
export function randomUsers(count: number): object[] {
  let state = 20261121;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const oneOf = <Value>(...values: Value[]): Value => values[next(values.length)] as Value;
  const member = (name: string, value: () => unknown) => (next(4) === 0 ? {} : { [name]: value() });
  return Array.from({ length: count }, (_, index) => ({
    ...member('id', () => oneOf<unknown>(`user-${index}`, 'user-7', 42, 'a: b # c', `u${next(1_000_000)}`)),
    ...member('email', () => `${oneOf('ada', 'zoe', 'Max')}${next(1000)}@acme.example`),
    ...member('country', () => oneOf('CA', 'fr', 'DE')),
    ...member('app_version', () => oneOf('1.9.3', '2.0.0', '2.0.0-rc.1', 'x')),
    ...member('ip', () => oneOf('10.1.2.3', '10.200.0.1', '2001:db8::7', 'here')),
    ...member('audiences', () => oneOf<unknown>(['VIP'], ['beta'], 'vip')),
    ...member('custom_data', () => ({
      ...member('plan', () => oneOf('free', 'gold')),
      ...member('account', () => next(500)),
    })),
  }));
}
