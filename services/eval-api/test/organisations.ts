import {
  toApiKeys,
  canada,
  createClientFeature,
  createCheckout,
  createSplitRule,
  createFeature,
  createOrganisation,
  password,
} from '@bunting/testing/fixtures';

/** The data that the tests of this service evaluate: one active organisation, and one for each reason to refuse. */
export const keys = {
  production: 'c1a55e00-0000-4000-8000-0000000000a1',
  staging: 'c1a55e00-0000-4000-8000-0000000000a2',
  /** Also of production; of versions that do not show their kind, which their rows decide. */
  client: 'c1a55e00-0000-4000-8000-0000000000a3',
  datafile: 'c1a55e00-0000-4000-8000-0000000000a4',
  suspended: 'c1a55e00-0000-4000-8000-0000000000b1',
  inactive: 'c1a55e00-0000-4000-8000-0000000000b2',
  inactiveFree: 'c1a55e00-0000-4000-8000-0000000000b3',
  oneUser: 'c1a55e00-0000-4000-8000-0000000000b4',
  fewRequests: 'c1a55e00-0000-4000-8000-0000000000b5',
  /** Keys of the organisations of the names above. */
  clientOfSuspended: 'c1a55e00-0000-8c11-8000-0000000000b1',
  clientOfFewRequests: 'c1a55e00-0000-8c11-8000-0000000000b5',
  /** Keys of an environment whose client keys are for some origins, and of one that requires signed users. */
  clientOfShop: 'c1a55e00-0000-8c11-8000-0000000000c1',
  shop: 'c1a55e00-0000-4000-8000-0000000000c1',
  clientOfSigned: 'c1a55e00-0000-8c11-8000-0000000000c2',
  signed: 'c1a55e00-0000-4000-8000-0000000000c2',
};

/** A token of the organisation that has the production and staging keys. */
export const organisationToken = 'rpa_eval_0123456789abcdefghijklmnopqrstuv';

const values = { title: 'Grüße, 世界', cents: 1.5, list: [1, [2, { deep: null }]] };

const features = [
  createCheckout(
    { slug: 'on', name: 'On' },
    {
      targeting: {
        enabled: true,
        rules: [
          {
            name: 'Staff',
            any_of: [
              { all_of: [{ property: 'email', operator: 'ends_with', values: ['@acme.example'] }] },
              { all_of: [{ property: 'custom', custom_key: 'tester', operator: 'is', values: [true] }] },
            ],
            serve: { variation: 'on' },
          },
          createSplitRule('Half of Canada', canada.any_of, ['off', 'on']),
        ],
      },
      overrides: { 'user-7': 'on' },
    },
  ),
  createFeature('untargeted'),
  createFeature('paused', {
    environments: {
      production: { defaults: { paused: 'on' }, targeting: { enabled: false, rules: [] } },
    },
  }),
  createFeature('finished', {
    status: 'complete',
    environments: {
      production: { defaults: { finished: 'on' }, targeting: { enabled: false, rules: [] } },
    },
  }),
  createFeature('archived', { status: 'archived' }),
  createClientFeature('public'),
  createClientFeature('public-archived', { status: 'archived' }),
  createClientFeature('public-by-address', {
    environments: {
      production: {
        defaults: { 'public-by-address': 'off' },
        targeting: {
          enabled: true,
          rules: [
            {
              name: 'This machine',
              any_of: [
                { all_of: [{ property: 'ip_address', operator: 'in_cidr', values: ['127.0.0.0/8', '::1'] }] },
              ],
              serve: { variation: 'on' },
            },
          ],
        },
      },
    },
  }),
  createFeature('deleted', { status: 'deleted' }),
  createFeature('undefaulted', { environments: {} }),
  createFeature('patterned', {
    environments: {
      production: {
        defaults: { patterned: 'off' },
        targeting: {
          enabled: true,
          rules: ['^(a+)+$', '(x|xx)*y', '(.*a){20}b'].map((pattern) => ({
            name: pattern,
            any_of: [
              {
                all_of: [{ property: 'custom', custom_key: 'text', operator: 'matches', values: [pattern] }],
              },
            ],
            serve: { variation: 'on' },
          })),
        },
      },
    },
  }),
  {
    slug: 'banner',
    name: 'Banner',
    status: 'live',
    variables: [
      { slug: 'banner-content', type: 'json' },
      { slug: 'banner-height', type: 'number' },
    ],
    variations: [
      { slug: 'plain', name: 'Plain', values: { 'banner-content': values, 'banner-height': 40.5 } },
    ],
    environments: { production: { defaults: { 'banner-content': 'plain', 'banner-height': 'plain' } } },
  },
];

const organisation = (slug: string, key: string, parts: object) =>
  createOrganisation(slug, key, [createFeature('untargeted')], parts);

/** Returns an organisation with a client key and a client variable. */
const withClientKey = (slug: string, server: string, client: string, parts = {}, settings = {}) =>
  createOrganisation(
    slug,
    { server, client },
    [createFeature('untargeted'), createClientFeature('public')],
    parts,
    settings,
  );

/** Returns an organisation with signed users, in which four users may be active in a month. */
export const signedOrganisation = (settings: object = {}) =>
  withClientKey(
    'signed',
    keys.signed,
    keys.clientOfSigned,
    { mau_cap: 4 },
    { require_signed_users: true, ...settings },
  );

export const organisations = {
  organisations: [
    {
      slug: 'acme',
      name: 'Acme',
      plan: 'enterprise',
      status: 'active',
      members: [{ email: 'owner@acme.example', role: 'owner', password }],
      api_tokens: [{ name: 'ci', token: organisationToken, scopes: ['code_references', 'settings'] }],
      projects: [
        {
          slug: 'web',
          name: 'Web',
          environments: [
            {
              slug: 'production',
              name: 'Production',
              api_keys: toApiKeys({
                server: keys.production,
                client: keys.client,
                datafile: keys.datafile,
              }),
            },
            { slug: 'staging', name: 'Staging', api_keys: [keys.staging] },
          ],
          features,
        },
      ],
    },
    withClientKey('suspended', keys.suspended, keys.clientOfSuspended, { status: 'suspended' }),
    organisation('inactive', keys.inactive, { status: 'inactive' }),
    organisation('inactive-free', keys.inactiveFree, { status: 'inactive', plan: 'free' }),
    organisation('one-user', keys.oneUser, { mau_cap: 1 }),
    withClientKey('few-requests', keys.fewRequests, keys.clientOfFewRequests),
    withClientKey(
      'shop',
      keys.shop,
      keys.clientOfShop,
      {},
      {
        allowed_origins: ['https://shop.example', 'https://*.shop.example'],
      },
    ),
    signedOrganisation(),
  ],
};
