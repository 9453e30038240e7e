/** A datafile, or what changed of one, as the service sends it (decisions §8.4). */
export interface DatafileMessage {
  readonly version: number;
  /** The version that the fragments are newer than; null = they are all there are. */
  readonly since: number | null;
  readonly environment: string;
  readonly project: string;
  readonly organisation: string;
  readonly fragments: readonly MessageFragment[];
}

/** A feature or a segment; `document: null` = it is gone. */
export interface MessageFragment {
  readonly kind: 'feature' | 'segment';
  readonly id: string;
  readonly document: Readonly<Record<string, unknown>> | null;
}

/** Undefined = it is no datafile. Entries of kinds that this release does not know are left out. */
export function parseMessage(text: string): DatafileMessage | undefined {
  let message: Partial<DatafileMessage> | null;
  try {
    message = JSON.parse(text) as Partial<DatafileMessage> | null;
  } catch {
    return undefined;
  }
  const { version, since = null, environment, project, organisation, fragments } = message ?? {};
  const isRight =
    Number.isSafeInteger(version) &&
    (since === null || Number.isSafeInteger(since)) &&
    [environment, project, organisation].every((slug) => typeof slug === 'string') &&
    Array.isArray(fragments);
  if (!isRight) return undefined;
  return { ...(message as DatafileMessage), since, fragments: fragments.filter(isFragment) };
}

function isFragment(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { kind, id, document } = given as Partial<MessageFragment>;
  return (kind === 'feature' || kind === 'segment') && typeof id === 'string' && typeof document === 'object';
}

/** Whether both are of the same environment: versions of two environments say nothing about each other. */
export function isSameEnvironment(
  left: Pick<DatafileMessage, 'environment' | 'project' | 'organisation'>,
  right: Pick<DatafileMessage, 'environment' | 'project' | 'organisation'>,
): boolean {
  return (
    left.environment === right.environment &&
    left.project === right.project &&
    left.organisation === right.organisation
  );
}
