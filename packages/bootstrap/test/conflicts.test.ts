import { describe, expect, it } from '@jest/globals';
import { useInstallation } from './installation.ts';
import {
  checkout,
  ciToken,
  type Json,
  organisation,
  productionKey,
  project,
  shopWithoutPasswords,
} from './shop-document.ts';

const installation = useInstallation(shopWithoutPasswords());

const values = (layout: Json) => ({ 'checkout-enabled': true, 'checkout-layout': layout });
const environments = (key: string) => [{ slug: 'live', api_keys: [key] }];

describe('a contradiction to the installation is listed with its path, and nothing is written', () => {
  it.each<[string, Json, string, RegExp]>([
    [
      'a key of another organisation, which is not named',
      {
        organisations: [
          { slug: 'other', projects: [{ slug: 'web', environments: environments(productionKey) }] },
        ],
      },
      'organisations[0].projects[0].environments[0].api_keys[0]',
      /^belongs to another organisation$/,
    ],
    [
      'a key of another environment of the project',
      shopWithoutPasswords({
        [`${project}.environments[0].api_keys`]: [],
        [`${project}.environments[1].api_keys`]: [productionKey.toUpperCase()],
      }),
      `${project}.environments[1].api_keys[0]`,
      /^belongs to acme\/web\/production$/,
    ],
    [
      'a token of another organisation',
      {
        organisations: [
          { slug: 'other', api_tokens: [{ name: 'ci', token: ciToken, scopes: ['settings'] }] },
        ],
      },
      'organisations[0].api_tokens[0].token',
      /^belongs to another organisation$/,
    ],
    [
      'a variable of a feature that it does not name',
      {
        organisations: [
          {
            slug: 'acme',
            projects: [
              {
                slug: 'web',
                features: [{ slug: 'new', variables: [{ slug: 'CHECKOUT-layout', type: 'json' }] }],
              },
            ],
          },
        ],
      },
      'organisations[0].projects[0].features[0].variables[0].slug',
      /^belongs to the feature checkout/,
    ],
    [
      'a variable that it leaves out of its feature',
      shopWithoutPasswords({
        [checkout]: { slug: 'checkout' },
        [`${project}.features[1].variables`]: [{ slug: 'checkout-layout', type: 'string' }],
      }),
      `${project}.features[1].variables[0].slug`,
      /^belongs to the feature checkout/,
    ],
    [
      'a new variable without a value of a variation that stays',
      shopWithoutPasswords({
        [`${checkout}.variables`]: [
          { slug: 'checkout-enabled', type: 'boolean' },
          { slug: 'checkout-layout', type: 'string' },
          { slug: 'steps', type: 'number' },
        ],
        [`${checkout}.variations`]: [{ slug: 'off', values: { ...values('classic'), steps: 3 } }],
        [`${checkout}.environments`]: {},
      }),
      `${checkout}.variations`,
      /^must include one-page, which stays without prune and has no number value for steps$/,
    ],
    [
      'another type of a variable that a variation which stays does not have',
      shopWithoutPasswords({
        [`${checkout}.variables[1].type`]: 'number',
        [`${checkout}.variations`]: [{ slug: 'off', values: values(1) }],
        [`${checkout}.environments`]: {},
      }),
      `${checkout}.variations`,
      /^must include one-page/,
    ],
    [
      'a new variation without a value for a variable that stays',
      shopWithoutPasswords({
        [`${checkout}.variables`]: [{ slug: 'checkout-enabled', type: 'boolean' }],
        [`${checkout}.variations`]: [{ slug: 'new', values: { 'checkout-enabled': true } }],
        [`${checkout}.environments`]: {},
      }),
      `${checkout}.variations[0].values.checkout-layout`,
      /^is required: the feature has this variable/,
    ],
  ])('%s', async (_, document, path, message) => {
    const before = await installation.dump();
    expect(await installation.problemsOf(document)).toEqual([
      { path, message: expect.stringMatching(message) },
    ]);
    expect(await installation.dump()).toBe(before);
  });

  it('reports all of them at once', async () => {
    const problems = await installation.problemsOf({
      organisations: [
        {
          slug: 'other',
          api_tokens: [{ name: 'ci', token: ciToken, scopes: ['settings'] }],
          projects: [{ slug: 'web', environments: environments(productionKey) }],
        },
        {
          slug: 'acme',
          projects: [
            {
              slug: 'web',
              features: [{ slug: 'x', variables: [{ slug: 'checkout-layout', type: 'json' }] }],
            },
          ],
        },
      ],
    });
    expect(problems.map(({ path }) => path)).toEqual([
      `${organisation}.api_tokens[0].token`,
      `${project}.environments[0].api_keys[0]`,
      'organisations[1].projects[0].features[0].variables[0].slug',
    ]);
  });
});
