import {
  canada,
  createCheckout,
  createMembers,
  createSplitRule,
  inCanada,
  password,
} from '@bunting/testing/fixtures';

export { password };

/** Two organisations, with a member of every role in the first. */
export const acmeToken = 'rpa_settings_0123456789abcdefghijklmnopqrstuv';
/** Another token of Acme, for everything except people and tokens. */
export const settingsToken = 'rpa_gitops_0123456789abcdefghijklmnopqrstuvwx';
/** Tokens of Acme with a role below admin. */
export const viewerToken = 'rpa_reports_0123456789abcdefghijklmnopqrstuvw';
export const memberToken = 'rpa_editor_0123456789abcdefghijklmnopqrstuvwx';
export const otherToken = 'rpa_elsewhere_0123456789abcdefghijklmnopqrst';

export const organisations = {
  organisations: [
    {
      slug: 'acme',
      name: 'Acme',
      plan: 'business',
      members: createMembers('acme.example'),
      api_tokens: [
        {
          name: 'people',
          token: acmeToken,
          scopes: ['settings', 'members'],
          created_by: 'owner@acme.example',
        },
        { name: 'gitops', token: settingsToken, scopes: ['settings'], created_by: 'owner@acme.example' },
        {
          name: 'reports',
          token: viewerToken,
          scopes: ['settings'],
          role: 'viewer',
          created_by: 'owner@acme.example',
        },
        {
          name: 'editor',
          token: memberToken,
          scopes: ['settings'],
          role: 'member',
          created_by: 'owner@acme.example',
        },
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
          segments: [canada],
          features: [
            createCheckout(
              { slug: 'one-page', name: 'One page' },
              {
                targeting: {
                  enabled: true,
                  rules: [createSplitRule('Half of Canada', inCanada, ['off', 'one-page'])],
                },
                overrides: { 'user-7': 'one-page' },
              },
              { salt: 'a1b2c3d4' },
            ),
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
      projects: [{ slug: 'app', name: 'App', environments: [{ slug: 'production' }], features: [] }],
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
