/** What the events of the stream of changes say, without a browser. */

/** An event `change`. */
export interface ReportedChange {
  readonly id: string;
  readonly at: string;
  readonly change_id: string | null;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly action: string;
  readonly subject: string;
  readonly project: string | null;
  readonly environment: string | null;
  readonly feature: string | null;
}

/** Which queries a change makes stale: keys begin with a noun and the organisation. */
export function isTouched(
  key: readonly unknown[],
  org: string,
  { project, action }: Pick<ReportedChange, 'project' | 'action'>,
): boolean {
  const [noun, ofOrg, ofProject] = key;
  if (noun === 'session' || noun === 'organisations') return /^(member|organisation|project)\./.test(action);
  // What a dry run answers is of the version in its key.
  if (ofOrg !== org || noun === 'dry-run') return false;
  return project === null || typeof ofProject !== 'string' || ofProject === project;
}

/** Returns whether `shown`, an address that viewers see only the beginning of, followed by "…", can be that of an endpoint. */
export function isNamedBy(shown: string, url: string): boolean {
  const beginning = shown.endsWith('…') ? shown.slice(0, -1) : shown;
  const whole = URL.canParse(url) ? new URL(url).href : url;
  return whole.startsWith(beginning.endsWith('/') ? beginning.slice(0, -1) : beginning);
}
