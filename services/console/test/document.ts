import { password, type ConsoleDocument } from './console-installation.ts';

/** Markup, right-to-left and a length that nobody reads. */
export const hostileName = `<img src=x onerror=alert(1)> \u202Eאבג ${'long '.repeat(30).trim()}`;

const people = ['viewer', 'member', 'admin', 'owner'] as const;

export const documentOfConsole: ConsoleDocument = {
  organisations: [
    {
      slug: 'acme',
      name: 'Acme',
      plan: 'business',
      members: people.map((role) => ({ email: `${role}@acme.example`, name: role, role, password })),
      projects: [
        {
          slug: 'shop',
          name: 'Web shop',
          environments: [
            { slug: 'production', name: 'Production', protected: true, api_keys: [] },
            { slug: 'staging', name: 'Staging', api_keys: [] },
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
                },
              },
            },
            {
              slug: 'hostile',
              name: hostileName,
              description: hostileName,
              variables: [{ slug: 'hostile', type: 'json' }],
              variations: [{ slug: 'v', name: hostileName, values: { hostile: { html: hostileName } } }],
            },
          ],
        },
      ],
    },
  ],
};

/** The same with every name hostile: of people, the project, environments, segments, features, variations and rules. */
export const documentOfHostileNames = JSON.parse(JSON.stringify(documentOfConsole), (key, value: unknown) =>
  key === 'name' ? hostileName : value,
) as ConsoleDocument;
