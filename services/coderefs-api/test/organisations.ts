import { createFeature, createOrganisation } from '@bunting/testing/fixtures';

/** The data that the tests push to: one active organisation, and one for each reason to refuse. */
export const tokens = {
  acme: 'rpa_coderefs_acme_0123456789abcdefghijklmno',
  settingsOnly: 'rpa_coderefs_settings_0123456789abcdefghijk',
  revoked: 'rpa_coderefs_revoked_0123456789abcdefghijkl',
  rival: 'rpa_coderefs_rival_0123456789abcdefghijklmn',
  starter: 'rpa_coderefs_starter_0123456789abcdefghijkl',
  free: 'rpa_coderefs_free_0123456789abcdefghijklmno',
  suspended: 'rpa_coderefs_suspended_0123456789abcdefghij',
  suspendedFree: 'rpa_coderefs_suspfree_0123456789abcdefghijk',
  inactive: 'rpa_coderefs_inactive_0123456789abcdefghijk',
  inactiveStarter: 'rpa_coderefs_inacstart_0123456789abcdefghij',
  inactiveFree: 'rpa_coderefs_inacfree_0123456789abcdefghijk',
};

export const environmentKey = 'c1a55e00-0000-4000-8000-0000000000a1';

function feature(slug: string, variables: readonly string[], status = 'live') {
  return {
    slug,
    name: slug,
    status,
    variables: variables.map((variable) => ({ slug: variable, type: 'boolean' })),
    variations: [
      {
        slug: 'on',
        name: 'On',
        values: Object.fromEntries(variables.map((variable) => [variable, true])),
      },
    ],
  };
}

function project(slug: string, features: readonly object[]) {
  return { slug, name: slug, environments: [{ slug: 'production', name: 'Production' }], features };
}

function organisation(slug: string, token: string, parts: object) {
  const tokens = [{ name: 'ci', token, scopes: ['code_references'] }];
  return createOrganisation(slug, {}, [createFeature('banner')], { api_tokens: tokens, ...parts });
}

export const organisations = {
  organisations: [
    organisation('acme', tokens.acme, {
      plan: 'enterprise',
      api_tokens: [
        { name: 'ci', token: tokens.acme, scopes: ['code_references', 'settings'] },
        { name: 'gitops', token: tokens.settingsOnly, scopes: ['settings'] },
        { name: 'old', token: tokens.revoked, scopes: ['code_references'] },
      ],
      projects: [
        {
          ...project('web', [
            feature('checkout', ['checkout-enabled', 'checkout-layout']),
            feature('search', ['search-engine', 'a.b_c-1', '10', '9']),
            feature('black-friday', ['black-friday'], 'archived'),
            feature('finished', ['finished'], 'complete'),
            feature('guest-book', ['guest-book'], 'deleted'),
          ]),
          environments: [{ slug: 'production', name: 'Production', api_keys: [environmentKey] }],
        },
        project('depot', [feature('gates', ['gates'])]),
        project('empty', []),
      ],
    }),
    organisation('rival', tokens.rival, {}),
    organisation('starter', tokens.starter, { plan: 'starter' }),
    organisation('free', tokens.free, { plan: 'free' }),
    organisation('suspended', tokens.suspended, { status: 'suspended' }),
    organisation('suspended-free', tokens.suspendedFree, { status: 'suspended', plan: 'free' }),
    organisation('inactive', tokens.inactive, { status: 'inactive' }),
    organisation('inactive-starter', tokens.inactiveStarter, { status: 'inactive', plan: 'starter' }),
    organisation('inactive-free', tokens.inactiveFree, { status: 'inactive', plan: 'free' }),
  ],
};
