/** Reads events of the change stream. Pure. */

/** The data of an event `change`. */
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

/** Returns whether a change makes a query stale. Query keys begin with a noun and the organisation. */
export function isTouched(
  key: readonly unknown[],
  org: string,
  { project, action }: Pick<ReportedChange, 'project' | 'action'>,
): boolean {
  const [noun, ofOrg, ofProject] = key;
  if (noun === 'session' || noun === 'organisations') return /^(member|organisation|project)\./.test(action);
  // A dry run belongs to the version in its key.
  if (ofOrg !== org || noun === 'dry-run') return false;
  return project === null || typeof ofProject !== 'string' || ofProject === project;
}

/** Returns whether `shown` can be the URL of an endpoint. Viewers see only the beginning of it, followed by "…". */
export function isNamedBy(shown: string, url: string): boolean {
  const beginning = shown.endsWith('…') ? shown.slice(0, -1) : shown;
  const whole = URL.canParse(url) ? new URL(url).href : url;
  return whole.startsWith(beginning.endsWith('/') ? beginning.slice(0, -1) : beginning);
}
