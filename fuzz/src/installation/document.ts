/** The data of the fuzzed installation, and the names of its parts in addresses. */
export const token = 'rpa_fuzz_0123456789abcdefghijklmnopqrstuvwxyz';
export const staffToken = 'the staff token of an installation that is fuzzed';
export const environmentKey = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
export const datafileKey = '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d8a91';
export const owner = { email: 'owner@fuzz.example', password: 'a password for fuzzing alone' };

/** As many as a batch may ask for, each with one variable: `f7` has `v7`. */
export const featureCount = 100;

/** Variations of the only feature of the project `wide`, whose environments are multiplied. */
export const wideVariations = 16;

/** The values of path parameters. Rules are tried on f0 …; bodies are sent to `spare`, which may be changed in any way. */
export const pathParameters: Readonly<Record<string, string>> = {
  org: 'fuzz',
  project: 'web',
  env: 'production',
  feature: 'spare',
  variable: 'spare-v',
  variation: 'on',
  segment: 'spare-segment',
  email: owner.email,
  user_id: 'user-1',
  key: 'v0',
};

export function documentOfInstallation(): object {
  const slugs = [...Array.from({ length: featureCount }, (_, n) => [`f${n}`, `v${n}`]), ['spare', 'spare-v']];
  const features = slugs.map(([slug, variable]) => ({
    slug,
    name: slug,
    variables: [{ slug: variable, type: 'string' }],
    variations: ['off', 'on'].map((each) => ({ slug: each, name: each, values: { [variable!]: each } })),
    environments: {
      production: { defaults: { [variable!]: 'off' }, targeting: { enabled: true, rules: [] } },
    },
  }));
  const marker = {
    slug: 'marker',
    name: 'marker',
    variables: [{ slug: 'marker-v', type: 'string' }],
    variations: [{ slug: 'on', name: 'on', values: { 'marker-v': 'none' } }],
    environments: { production: { defaults: { 'marker-v': 'on' } } },
  };
  const condition = { property: 'country', operator: 'is', values: ['CA'] };
  const segments = ['spare-segment', 'held'].map((slug) => ({
    slug,
    name: slug,
    any_of: [{ all_of: [condition] }],
  }));
  const project = {
    slug: 'web',
    name: 'Web',
    environments: [
      {
        slug: 'production',
        name: 'Production',
        api_keys: [environmentKey, { key: datafileKey, kind: 'datafile' }],
      },
    ],
    segments,
    features: [...features, marker],
  };
  const wide = {
    slug: 'wide',
    name: 'Wide',
    environments: [{ slug: 'production', name: 'Production' }],
    segments: [{ slug: 'wide', name: 'wide', any_of: [] }],
    features: [
      {
        slug: 'wide',
        name: 'wide',
        variables: [{ slug: 'wide-v', type: 'string' }],
        variations: Array.from({ length: wideVariations }, (_, n) => ({
          slug: `v${n}`,
          name: `v${n}`,
          values: { 'wide-v': '' },
        })),
      },
    ],
  };
  const organisation = {
    slug: 'fuzz',
    name: 'Fuzz',
    plan: 'enterprise',
    members: [{ email: owner.email, name: 'Owner', role: 'owner', password: owner.password }],
    api_tokens: [{ name: 'fuzz', token, scopes: ['settings', 'code_references'], created_by: owner.email }],
    projects: [project, wide],
  };
  return { organisations: [organisation] };
}
