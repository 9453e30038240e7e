/** A datafile, or its changes, as the service sends it (decisions §8.4). */
export interface DatafileMessage {
  readonly version: number;
  /** The fragments are those that changed since this version; null = they are all fragments. */
  readonly since: number | null;
  readonly environment: string;
  readonly project: string;
  readonly organisation: string;
  readonly fragments: readonly MessageFragment[];
}

/** A feature or a segment; `document: null` = it was removed. */
export interface MessageFragment {
  readonly kind: 'feature' | 'segment';
  readonly id: string;
  readonly document: Readonly<Record<string, unknown>> | null;
}

/** Returns the message of a text; undefined = it is none. Leaves out entries of kinds that this release does not know. */
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

/** Returns true if both have the same environment: versions of two environments cannot be compared. */
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
