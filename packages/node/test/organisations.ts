import {
  createSplitRule,
  createFeature,
  type KeysByKind,
  createOrganisation,
} from '@bunting/testing/fixtures';

/** The data that the tests of this package ask for. */
export const keys = {
  server: 'c1a55e00-0000-4000-8000-00000000a001',
  client: 'c1a55e00-0000-8c11-8000-00000000a002',
  datafile: 'c1a55e00-0000-8da7-8000-00000000a003',
  /** The keys of an organisation whose status the tests change. */
  changing: 'c1a55e00-0000-8da7-8000-00000000b001',
  changingServer: 'c1a55e00-0000-4000-8000-00000000b002',
  /** The keys of an organisation with two users a month. */
  twoUsers: 'c1a55e00-0000-4000-8000-00000000c001',
  datafileOfTwoUsers: 'c1a55e00-0000-8da7-8000-00000000c002',
};

/** Everybody gets the layout by buckets; nobody who has no identity. */
const split = {
  production: {
    defaults: { 'checkout-layout': 'classic', 'checkout-steps': 'classic' },
    targeting: { enabled: true, rules: [createSplitRule('Half', [], ['one-page', 'classic'])] },
  },
};

const byEmail = {
  production: {
    defaults: { staff: 'off' },
    targeting: {
      enabled: true,
      rules: [
        {
          name: 'Staff',
          any_of: [{ all_of: [{ property: 'email', operator: 'is', values: ['jo@acme.example'] }] }],
          serve: { variation: 'on' },
        },
      ],
    },
  },
};

/** Returns the feature `banner`, whose boolean everybody gets. */
export const banner = (isOn: boolean) =>
  createFeature('banner', {
    variables: [{ slug: 'banner', type: 'boolean', client: true }],
    environments: { production: { defaults: { banner: isOn ? 'on' : 'off' } } },
  });

const checkout = {
  slug: 'checkout',
  name: 'Checkout',
  status: 'live',
  variables: [
    { slug: 'checkout-layout', type: 'string', client: true },
    { slug: 'checkout-steps', type: 'number' },
  ],
  variations: [
    { slug: 'classic', name: 'Classic', values: { 'checkout-layout': 'classic', 'checkout-steps': 4 } },
    { slug: 'one-page', name: 'One page', values: { 'checkout-layout': 'one-page', 'checkout-steps': 1 } },
  ],
  environments: split,
};

const organisation = (slug: string, apiKeys: KeysByKind, features: readonly object[], parts: object = {}) =>
  createOrganisation(slug, apiKeys, features, { plan: 'enterprise', ...parts });

/** Returns the organisation of most tests. */
export const acme = (isBannerOn: boolean) =>
  organisation('acme', { server: keys.server, client: keys.client, datafile: keys.datafile }, [
    banner(isBannerOn),
    checkout,
    createFeature('staff', { environments: byEmail }),
  ]);

/** Returns the organisation whose status changes. */
export const changing = (status: string) =>
  organisation('changing', { server: keys.changingServer, datafile: keys.changing }, [banner(true)], {
    status,
  });

export const createDocument = (isBannerOn = true) => ({
  organisations: [
    acme(isBannerOn),
    changing('active'),
    organisation('two-users', { server: keys.twoUsers, datafile: keys.datafileOfTwoUsers }, [banner(true)], {
      mau_cap: 2,
    }),
  ],
});
