import { featureOf, organisationOf } from '@bunting/testing';

/** The data that the tests of this service use: one active organisation, and one for each reason to refuse. */
export const keys = {
  production: 'c1a55e00-0000-4000-8000-0000000000c1',
  staging: 'c1a55e00-0000-4000-8000-0000000000c2',
  /** Also of production; of versions that do not show their kind, which their rows decide. */
  client: 'c1a55e00-0000-4000-8000-0000000000c4',
  datafile: 'c1a55e00-0000-4000-8000-0000000000c5',
  depot: 'c1a55e00-0000-4000-8000-0000000000c3',
  suspended: 'c1a55e00-0000-4000-8000-0000000000d1',
  inactive: 'c1a55e00-0000-4000-8000-0000000000d2',
  inactiveFree: 'c1a55e00-0000-4000-8000-0000000000d3',
  twoUsers: 'c1a55e00-0000-4000-8000-0000000000d4',
  fewRequests: 'c1a55e00-0000-4000-8000-0000000000d5',
  clientOfFewRequests: 'c1a55e00-0000-8c11-8000-0000000000d5',
  /** Of an environment that requires signed users. */
  signed: 'c1a55e00-0000-4000-8000-0000000000e2',
  clientOfSigned: 'c1a55e00-0000-8c11-8000-0000000000e2',
};

const features = [
  featureOf('checkout', {
    variables: [
      { slug: 'checkout-enabled', type: 'boolean' },
      { slug: 'checkout-layout', type: 'string' },
    ],
    variations: [
      { slug: 'off', name: 'Off', values: { 'checkout-enabled': false, 'checkout-layout': 'classic' } },
      { slug: 'on', name: 'On', values: { 'checkout-enabled': true, 'checkout-layout': 'one-page' } },
    ],
    environments: { production: { defaults: { 'checkout-enabled': 'off', 'checkout-layout': 'off' } } },
  }),
  featureOf('finished', { status: 'complete' }),
  featureOf('archived', { status: 'archived' }),
  featureOf('public', { variables: [{ slug: 'public', type: 'boolean', client: true }] }),
  featureOf('deleted', { status: 'deleted' }),
  featureOf('banner', {
    variables: [{ slug: 'banner', type: 'string' }],
    variations: [{ slug: 'plain', name: 'Plain', values: { banner: 'plain' } }],
    environments: {},
  }),
];

const organisation = (slug: string, key: string, parts: object) =>
  organisationOf(slug, key, [featureOf('checkout-enabled')], parts);

/** With a client key and a client variable. */
const withClientKey = (slug: string, key: string, client: string, settings: object = {}) =>
  organisation(slug, key, {
    projects: [
      {
        slug: 'web',
        name: 'Web',
        environments: [
          {
            slug: 'production',
            name: 'Production',
            api_keys: [key, { key: client, kind: 'client' }],
            ...settings,
          },
        ],
        features: [
          featureOf('checkout-enabled'),
          featureOf('public', { variables: [{ slug: 'public', type: 'boolean', client: true }] }),
        ],
      },
    ],
  });

export const signedOrganisation = (settings: object = {}) =>
  withClientKey('signed', keys.signed, keys.clientOfSigned, { require_signed_users: true, ...settings });

export const organisations = {
  organisations: [
    {
      slug: 'acme',
      name: 'Acme',
      plan: 'enterprise',
      status: 'active',
      projects: [
        {
          slug: 'web',
          name: 'Web',
          environments: [
            {
              slug: 'production',
              name: 'Production',
              api_keys: [
                keys.production,
                { key: keys.client, kind: 'client' },
                { key: keys.datafile, kind: 'datafile' },
              ],
            },
            { slug: 'staging', name: 'Staging', api_keys: [keys.staging] },
          ],
          features,
        },
        {
          slug: 'depot',
          name: 'Depot',
          environments: [{ slug: 'production', name: 'Production', api_keys: [keys.depot] }],
          features: [featureOf('gates')],
        },
      ],
    },
    organisation('suspended', keys.suspended, { status: 'suspended' }),
    organisation('inactive', keys.inactive, { status: 'inactive' }),
    organisation('inactive-free', keys.inactiveFree, { status: 'inactive', plan: 'free' }),
    organisation('two-users', keys.twoUsers, { mau_cap: 2 }),
    withClientKey('few-requests', keys.fewRequests, keys.clientOfFewRequests),
    signedOrganisation(),
  ],
};
