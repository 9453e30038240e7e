// Snapshots of a repository as a scanner sends them: lines of code with keys of the project and some others.
export const variableCount = 10_000;
export const referenceCount = 100_000;

export const variables = Array.from(
  { length: variableCount },
  (_, n) => `checkout-${['layout', 'enabled', 'limit', 'copy'][n % 4]}-${n}`,
);

function reference(n) {
  const key = n % 50 === 0 ? `retired-${n % 1_000}` : variables[(n * 7919) % variableCount];
  const folder = `packages/area-${n % 97}/src/feature-${n % 997}`;
  return {
    key,
    file: `${folder}/view-${n % 7_919}.tsx`,
    line_number: 1 + ((n * 31) % 1_200),
    snippet: `\tconst value = client.getBooleanValue("${key}", false, { user: context.user });`,
  };
}

export const references = Array.from({ length: referenceCount }, (_, n) => reference(n));

/** Moves a hundred references, so that a hundred are new and a hundred become stale. */
export const changedReferences = references.map((one, n) =>
  n % (referenceCount / 100) === 0 ? { ...one, line_number: one.line_number + 5_000 } : one,
);

export function createBody(list, repository, commit, project = 'shop') {
  return Buffer.from(
    JSON.stringify({
      project,
      provider: 'github',
      repository,
      branch: 'main',
      commit_sha: commit.repeat(40).slice(0, 40),
      references: list,
    }),
  );
}

/** Returns a project with ten thousand variables, and the token that CI pushes with. */
export function documentFor(token) {
  const perFeature = 100;
  const features = Array.from({ length: variableCount / perFeature }, (_, n) => {
    const own = variables.slice(n * perFeature, (n + 1) * perFeature);
    return {
      slug: `feature-${n}`,
      name: `Feature ${n}`,
      variables: own.map((slug) => ({ slug, type: 'boolean' })),
      variations: [{ slug: 'on', name: 'On', values: Object.fromEntries(own.map((slug) => [slug, true])) }],
    };
  });
  const environments = [{ slug: 'production', name: 'Production' }];
  const project = { slug: 'shop', name: 'Shop', environments, features };
  const api_tokens = [{ name: 'ci', token, scopes: ['code_references'] }];
  return {
    organisations: [{ slug: 'acme', name: 'Acme', plan: 'business', api_tokens, projects: [project] }],
  };
}
