/** Makes parts of the bootstrap documents that tests apply. */

/** A live feature with one boolean variable of its name, the variations `off` and `on`, and `off` as production's default. `parts` replace members. */
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

/** An active organisation on Business with the project `web`, whose environment `production` has the key. `parts` replace members. */
export function organisationOf(slug: string, key: string, features: readonly object[], parts: object = {}) {
  return {
    slug,
    name: slug,
    plan: 'business',
    status: 'active',
    projects: [
      {
        slug: 'web',
        name: 'Web',
        environments: [{ slug: 'production', name: 'Production', api_keys: [key] }],
        features,
      },
    ],
    ...parts,
  };
}
