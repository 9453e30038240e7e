interface OfProject {
  /** The e-mail address of the user. */
  readonly account: string;
  readonly org: string;
  readonly project: string;
}

/** Joins slugs with their nouns, because a slug may be any word. */
const nameOf = ({ account, org, project }: OfProject, ...rest: readonly string[]) =>
  `${account}:${[org, project, ...rest].join('/')}`;

/** The names of drafts in the storage of the browser. */
export const draftNames = {
  serving: ({ feature, env, ...of }: OfProject & { feature: string; env: string }) =>
    nameOf(of, 'features', feature, 'env', env),
  values: ({ feature, ...of }: OfProject & { feature: string }) => nameOf(of, 'features', feature, 'values'),
  segment: ({ segment, ...of }: OfProject & { segment: string }) => nameOf(of, 'segments', segment),
  environment: ({ env, ...of }: OfProject & { env: string }) => nameOf(of, 'environments', env),
  endpoint: ({ account, org, endpoint }: Omit<OfProject, 'project'> & { endpoint: string }) =>
    `${account}:${org}/webhooks/${endpoint}`,
};

/** Returns the subject of a draft in words: "checkout in production". */
export function describeDraft(name: string): string {
  const [, project, noun, slug, part, env] = name.slice(name.lastIndexOf(':') + 1).split('/');
  if (project === 'webhooks' && slug === undefined) return 'the endpoint';
  if (noun === 'segments') return `the segment ${slug}`;
  if (noun === 'environments') return `the environment ${slug}`;
  return part === 'values' ? `the values of ${slug}` : `${slug} in ${env}`;
}
