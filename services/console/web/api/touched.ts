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

/** Whether the subject of a change, an address that may be cut to its beginning and "…", can be that of an endpoint. */
export const isNamedBy = (subject: string, url: string): boolean =>
  (URL.canParse(url) ? new URL(url).href : url).startsWith(subject.replace(/\/?…?$/, ''));

export interface StreamEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: string;
}

/** Undefined = a comment. */
export function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
  );
  const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
  if (event === undefined || data === undefined) return undefined;
  return { event, data, ...(id !== undefined && { id }) };
}
