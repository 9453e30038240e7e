/** Two organisations, with a member of every role in the first. */
export const acmeToken = 'rpa_settings_0123456789abcdefghijklmnopqrstuv';
/** Another token of Acme, for everything except people and tokens. */
export const settingsToken = 'rpa_gitops_0123456789abcdefghijklmnopqrstuvwx';
export const otherToken = 'rpa_elsewhere_0123456789abcdefghijklmnopqrst';
export const password = 'correct horse battery staple';

const people = ['viewer', 'member', 'admin', 'owner'] as const;

export const organisations = {
  organisations: [
    {
      slug: 'acme',
      name: 'Acme',
      plan: 'business',
      members: people.map((role) => ({ email: `${role}@acme.example`, name: role, role, password })),
      api_tokens: [
        {
          name: 'people',
          token: acmeToken,
          scopes: ['settings', 'members'],
          created_by: 'owner@acme.example',
        },
        { name: 'gitops', token: settingsToken, scopes: ['settings'], created_by: 'owner@acme.example' },
      ],
      projects: [
        {
          slug: 'web',
          name: 'Web',
          environments: [
            {
              slug: 'production',
              name: 'Production',
              protected: true,
              api_keys: ['5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f'],
            },
            { slug: 'staging', name: 'Staging', api_keys: ['6f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f'] },
          ],
          segments: [
            {
              slug: 'canada',
              name: 'Canada',
              any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
            },
          ],
          features: [
            {
              slug: 'checkout',
              name: 'New checkout',
              description: 'One page instead of three.',
              salt: 'a1b2c3d4',
              variables: [
                { slug: 'checkout-enabled', type: 'boolean' },
                { slug: 'checkout-layout', type: 'string' },
              ],
              variations: [
                {
                  slug: 'off',
                  name: 'Off',
                  values: { 'checkout-enabled': false, 'checkout-layout': 'classic' },
                },
                {
                  slug: 'one-page',
                  name: 'One page',
                  values: { 'checkout-enabled': true, 'checkout-layout': 'one-page' },
                },
              ],
              environments: {
                production: {
                  defaults: { 'checkout-enabled': 'off', 'checkout-layout': 'off' },
                  targeting: {
                    enabled: true,
                    rules: [
                      {
                        name: 'Half of Canada',
                        any_of: [
                          { all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] },
                        ],
                        serve: {
                          split: [
                            { variation: 'off', weight: 50 },
                            { variation: 'one-page', weight: 50 },
                          ],
                        },
                      },
                    ],
                  },
                  overrides: { 'user-7': 'one-page' },
                },
              },
            },
          ],
        },
      ],
    },
    {
      slug: 'globex',
      name: 'Globex',
      members: [{ email: 'owner@globex.example', role: 'owner', password }],
      api_tokens: [
        { name: 'gitops', token: otherToken, scopes: ['settings'], created_by: 'owner@globex.example' },
      ],
      projects: [{ slug: 'app', name: 'App', environments: [{ slug: 'production' }] }],
    },
  ],
};

/** Restores what a test changed. Without passwords, because checking each of them takes a tenth of a second. */
export function withoutPasswords(document: typeof organisations) {
  return {
    organisations: document.organisations.map(({ members, ...organisation }) => ({
      ...organisation,
      members: members.map(({ password: _password, ...member }) => member),
    })),
  };
}
