import { toApiKeys, type KeysByKind, createOrganisation } from '@bunting/testing/fixtures';

/** The data that the tests of this service follow. */
export const keys = {
  server: 'c1a55e00-0000-4000-8000-0000000000a1',
  client: 'c1a55e00-0000-8c11-8000-0000000000a2',
  datafile: 'c1a55e00-0000-8da7-8000-0000000000a3',
  staging: 'c1a55e00-0000-4000-8000-0000000000a4',
  suspended: 'c1a55e00-0000-8da7-8000-0000000000b1',
  inactive: 'c1a55e00-0000-8da7-8000-0000000000b3',
};

export const productionKeys = toApiKeys({
  server: keys.server,
  client: keys.client,
  datafile: keys.datafile,
});

/** Returns production's targeting of a feature: everybody who matches gets `on`. */
export const servedTo = (slug: string, conditions: readonly object[], more: object = {}) => ({
  environments: {
    production: {
      defaults: { [slug]: 'off' },
      targeting: {
        enabled: true,
        rules: [{ name: 'Some', any_of: [{ all_of: conditions }], serve: { variation: 'on' } }],
      },
      ...more,
    },
  },
});

export interface ShopParts {
  readonly features?: readonly object[];
  readonly segments?: readonly object[];
  readonly production?: object;
  readonly apiKeys?: readonly (string | object)[];
}

/** Returns the organisation `acme` with the project `web`. */
export function shop({ features = [], segments = [], production = {}, apiKeys = productionKeys }: ShopParts) {
  return {
    slug: 'acme',
    name: 'Acme',
    plan: 'enterprise',
    status: 'active',
    projects: [
      {
        slug: 'web',
        name: 'Web',
        environments: [
          { slug: 'production', name: 'Production', api_keys: apiKeys, ...production },
          { slug: 'staging', name: 'Staging', api_keys: [keys.staging] },
        ],
        segments,
        features,
      },
    ],
  };
}

export function createDocument(parts: ShopParts) {
  const refused = (status: string, key: KeysByKind) => createOrganisation(status, key, [], { status });
  return {
    organisations: [
      shop(parts),
      refused('suspended', { datafile: keys.suspended }),
      refused('inactive', { datafile: keys.inactive }),
    ],
  };
}
