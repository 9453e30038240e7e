import {
  toApiKeys,
  createClientFeature,
  createCheckout,
  createFeature,
  type KeysByKind,
  createOrganisation,
} from '@bunting/testing/fixtures';

/** The data that the tests of this service use: one active organisation, and one for each reason to refuse. */
export const keys = {
  production: 'c1a55e00-0000-4000-8000-0000000000c1',
  staging: 'c1a55e00-0000-4000-8000-0000000000c2',
  /** Also of production; of versions that do not show their kind, which their rows decide. */
  client: 'c1a55e00-0000-4000-8000-0000000000c4',
  datafile: 'c1a55e00-0000-4000-8000-0000000000c5',
  depot: 'c1a55e00-0000-4000-8000-0000000000c3',
  suspended: 'c1a55e00-0000-4000-8000-0000000000d1',
  datafileOfSuspended: 'c1a55e00-0000-8da7-8000-0000000000d1',
  inactive: 'c1a55e00-0000-4000-8000-0000000000d2',
  datafileOfInactive: 'c1a55e00-0000-8da7-8000-0000000000d2',
  inactiveFree: 'c1a55e00-0000-4000-8000-0000000000d3',
  datafileOfInactiveFree: 'c1a55e00-0000-8da7-8000-0000000000d3',
  twoUsers: 'c1a55e00-0000-4000-8000-0000000000d4',
  datafileOfTwoUsers: 'c1a55e00-0000-8da7-8000-0000000000d4',
  fewRequests: 'c1a55e00-0000-4000-8000-0000000000d5',
  clientOfFewRequests: 'c1a55e00-0000-8c11-8000-0000000000d5',
  datafileOfFewRequests: 'c1a55e00-0000-8da7-8000-0000000000d5',
  /** A key of an environment that requires signed users. */
  signed: 'c1a55e00-0000-4000-8000-0000000000e2',
  clientOfSigned: 'c1a55e00-0000-8c11-8000-0000000000e2',
};

const features = [
  createCheckout({ slug: 'on', name: 'On' }),
  createFeature('finished', { status: 'complete' }),
  createFeature('archived', { status: 'archived' }),
  createClientFeature('public'),
  createFeature('deleted', { status: 'deleted' }),
  createFeature('banner', {
    variables: [{ slug: 'banner', type: 'string' }],
    variations: [{ slug: 'plain', name: 'Plain', values: { banner: 'plain' } }],
    environments: {},
  }),
];

/** Returns an organisation with a client variable. */
const organisation = (slug: string, ofProduction: KeysByKind, parts = {}, settings = {}) =>
  createOrganisation(
    slug,
    ofProduction,
    [createFeature('checkout-enabled'), createClientFeature('public')],
    parts,
    settings,
  );

export const signedOrganisation = (settings: object = {}) =>
  organisation(
    'signed',
    { server: keys.signed, client: keys.clientOfSigned },
    {},
    { require_signed_users: true, ...settings },
  );

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
        {
          slug: 'depot',
          name: 'Depot',
          environments: [{ slug: 'production', name: 'Production', api_keys: [keys.depot] }],
          features: [createFeature('gates')],
        },
      ],
    },
    organisation(
      'suspended',
      { server: keys.suspended, datafile: keys.datafileOfSuspended },
      { status: 'suspended' },
    ),
    organisation(
      'inactive',
      { server: keys.inactive, datafile: keys.datafileOfInactive },
      { status: 'inactive' },
    ),
    organisation(
      'inactive-free',
      { server: keys.inactiveFree, datafile: keys.datafileOfInactiveFree },
      { status: 'inactive', plan: 'free' },
    ),
    organisation('two-users', { server: keys.twoUsers, datafile: keys.datafileOfTwoUsers }, { mau_cap: 2 }),
    organisation('few-requests', {
      server: keys.fewRequests,
      client: keys.clientOfFewRequests,
      datafile: keys.datafileOfFewRequests,
    }),
    signedOrganisation(),
  ],
};
