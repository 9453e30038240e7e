/** Pieces of the documents that tests apply. */

/** A live feature with one boolean variable of its name, off and on, that serves `off` in production. */
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

/** An active organisation on Business, with one project, whose one environment has this key. */
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
