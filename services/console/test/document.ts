import { canada, createCheckout, createMembers, createSplitRule, inCanada } from '@bunting/testing/fixtures';
import type { ConsoleDocument } from './console-installation.ts';

/** Markup, right-to-left and a length that nobody reads. */
export const hostileName = `<img src=x onerror=alert(1)> \u202Eאבג ${'long '.repeat(30).trim()}`;

export const documentOfConsole: ConsoleDocument = {
  organisations: [
    {
      slug: 'acme',
      name: 'Acme',
      plan: 'business',
      members: createMembers('acme.example'),
      projects: [
        {
          slug: 'shop',
          name: 'Web shop',
          environments: [
            { slug: 'production', name: 'Production', protected: true, api_keys: [] },
            { slug: 'staging', name: 'Staging', api_keys: [] },
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
              },
            ),
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
