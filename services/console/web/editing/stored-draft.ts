interface OfProject {
  /** Whose it is. */
  readonly account: string;
  readonly org: string;
  readonly project: string;
}

/** Every slug may be any word, so each has its noun before it. */
const nameOf = ({ account, org, project }: OfProject, ...rest: readonly string[]) =>
  `${account}:${[org, project, ...rest].join('/')}`;

/** Under which name `useDraft` keeps a draft. */
export const draftNames = {
  serving: ({ feature, env, ...of }: OfProject & { feature: string; env: string }) =>
    nameOf(of, 'features', feature, 'env', env),
  values: ({ feature, ...of }: OfProject & { feature: string }) => nameOf(of, 'features', feature, 'values'),
  segment: ({ segment, ...of }: OfProject & { segment: string }) => nameOf(of, 'segments', segment),
  environment: ({ env, ...of }: OfProject & { env: string }) => nameOf(of, 'environments', env),
  endpoint: ({ account, org, endpoint }: Omit<OfProject, 'project'> & { endpoint: string }) =>
    `${account}:${org}/webhooks/${endpoint}`,
};

/** What a draft of that name is of, in words: "checkout in production". */
export function subjectOf(name: string): string {
  const [, project, noun, slug, part, env] = name.slice(name.lastIndexOf(':') + 1).split('/');
  if (project === 'webhooks' && slug === undefined) return 'the endpoint';
  if (noun === 'segments') return `the segment ${slug}`;
  if (noun === 'environments') return `the environment ${slug}`;
  return part === 'values' ? `the values of ${slug}` : `${slug} in ${env}`;
}

/** Said to this window where a draft is written; other tabs get an event of the storage. */
export const draftEvent = 'bunting-draft';

/** Where this browser keeps a draft. */
export const keyOfDraft = (name: string) => `bunting.draft:${name}`;

/** What `useDraft` keeps under a name, for those who show a draft elsewhere. Undefined = there is none. */
export function storedDraft(name: string): unknown {
  try {
    const text = localStorage.getItem(keyOfDraft(name));
    return text === null ? undefined : (JSON.parse(text) as { value: unknown }).value;
  } catch {
    return undefined;
  }
}

/** Whether there is one, which is asked with every key that is typed: it is not read for that. */
export function hasStoredDraft(name: string): boolean {
  try {
    return localStorage.getItem(keyOfDraft(name)) !== null;
  } catch {
    return false;
  }
}
