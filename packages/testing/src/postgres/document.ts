/** Makes parts of the bootstrap documents that tests apply. */

/**
 * Returns a live feature with one boolean variable of its name, the variations `off` and `on`, and `off` as production's default. `parts` replace
 * members.
 */
export function featureOf(slug: string, parts: object = {}) {
  return {
    slug,
    name: slug,
    status: 'live',
    variables: [{ slug, type: 'boolean' }],
    variations: [
      { slug: 'off', name: 'Off', values: { [slug]: false } },
      { slug: 'on', name: 'On', values: { [slug]: true } },
    ],
    environments: { production: { defaults: { [slug]: 'off' } } },
    ...parts,
  };
}

/** Returns the same feature with a variable that client keys may read. */
export function clientFeatureOf(slug: string, parts: object = {}) {
  return featureOf(slug, { variables: [{ slug, type: 'boolean', client: true }], ...parts });
}

/** Keys of an environment by their kinds. */
export type KeysByKind = Readonly<Partial<Record<'server' | 'client' | 'datafile', string>>>;

/** Returns the `api_keys` of an environment in a document. */
export function apiKeysOf(keys: KeysByKind) {
  return Object.entries(keys).map(([kind, key]) => (kind === 'server' ? key : { key, kind }));
}

/**
 * Returns an active organisation on Business with the project `web`, whose environment `production` has the keys; a single string is a
 * server key. `parts` replace members of the organisation, `settings` members of production.
 */
export function organisationOf(
  slug: string,
  keys: string | KeysByKind,
  features: readonly object[],
  parts: object = {},
  settings: object = {},
) {
  const apiKeys = typeof keys === 'string' ? [keys] : apiKeysOf(keys);
  return {
    slug,
    name: slug,
    plan: 'business',
    status: 'active',
    projects: [
      {
        slug: 'web',
        name: 'Web',
        environments: [{ slug: 'production', name: 'Production', api_keys: apiKeys, ...settings }],
        features,
      },
    ],
    ...parts,
  };
}
