/** A small valid document, and ways to change it. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export const productionKey = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
export const ciToken = 'rpa_ci_0123456789abcdefghijklmnopqrstuv';
export const ownerPassword = 'correct horse battery staple';
export const hookSecret = 'whsec_0123456789abcdef0123456789abcdef';

export function shopDocument(): Json & object {
  return {
    organisations: [
      {
        slug: 'acme',
        name: 'Acme',
        plan: 'business',
        members: [
          { email: 'owner@acme.example', name: 'Ada', role: 'owner', password: ownerPassword },
          { email: 'Dev@acme.example', role: 'member', password: 'secret of the developer' },
        ],
        api_tokens: [{ name: 'ci', token: ciToken, scopes: ['code_references'] }],
        webhook_endpoints: [{ url: 'https://hooks.acme.example/flags', secret: hookSecret, events: ['*'] }],
        projects: [
          {
            slug: 'web',
            environments: [
              { slug: 'production', protected: true, api_keys: [productionKey] },
              { slug: 'staging', api_keys: [] },
            ],
            segments: [
              {
                slug: 'canada',
                any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
              },
            ],
            features: [
              {
                slug: 'Checkout',
                salt: 'a1b2c3d4',
                variables: [
                  { slug: 'checkout-enabled', type: 'boolean' },
                  { slug: 'checkout-layout', type: 'string' },
                ],
                variations: [
                  { slug: 'off', values: { 'checkout-enabled': false, 'checkout-layout': 'classic' } },
                  { slug: 'One-Page', values: { 'Checkout-Enabled': true, 'checkout-layout': 'one-page' } },
                ],
                environments: {
                  production: {
                    defaults: { 'checkout-enabled': 'off', 'checkout-layout': 'off' },
                    targeting: {
                      rules: [
                        {
                          name: 'Half of Canada',
                          any_of: [
                            { all_of: [{ property: 'segment', operator: 'in_segment', values: ['Canada'] }] },
                          ],
                          schedule: { from: '2026-01-01', to: null },
                          rollout: { stages: [{ at: '2026-01-01', percentage: 33.333 }] },
                          serve: {
                            split: [
                              { variation: 'off', weight: 33.333 },
                              { variation: 'ONE-PAGE', weight: 66.667 },
                            ],
                            bucket_by: ['user_id', 'custom.a "quoted\\ key'],
                          },
                        },
                      ],
                    },
                    overrides: { 'user-7': 'one-page' },
                  },
                },
              },
              { slug: 'banner', variables: [], variations: [] },
            ],
          },
        ],
      },
    ],
  };
}

export const organisation = 'organisations[0]';
export const project = `${organisation}.projects[0]`;
export const checkout = `${project}.features[0]`;
export const inProduction = `${checkout}.environments.production`;
export const firstRule = `${inProduction}.targeting.rules[0]`;

/** Returns the document with other values at paths such as `organisations[0].slug`; `undefined` removes the value. */
export function shopWith(changes: Readonly<Record<string, Json | undefined>>): Json & object {
  const document = shopDocument();
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
    const last = steps.pop() as string;
    let parent = document as Record<string, Json>;
    for (const step of steps) parent = parent[step] as Record<string, Json>;
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return document;
}

/** Returns the document without passwords, whose hashing would slow down each test. */
export function shopWithoutPasswords(
  changes: Readonly<Record<string, Json | undefined>> = {},
): Json & object {
  const passwords = [0, 1].map((index) => [`${organisation}.members[${index}].password`, undefined] as const);
  return shopWith({ ...Object.fromEntries(passwords), ...changes });
}
