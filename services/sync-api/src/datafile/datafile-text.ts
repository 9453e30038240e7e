import { createSliceQueue } from '@bunting/async';
import { namesUsers, parseInSteps, type EnvironmentState, type StoredDocuments } from '@bunting/datafile';
import type { FeatureFragment, SegmentFragment } from '@bunting/evaluator/definition';
import { isPersonal, remoteFeature } from './personal-data.ts';

type Stored = StoredDocuments['fragments'][number];
type Steps<Result> = Generator<undefined, Result, undefined>;

/** The parts of a datafile. */
export interface DatafileParts {
  readonly version: number;
  /** Null = it is whole. */
  readonly since: number | null;
  readonly access: Pick<EnvironmentState['access'], 'environment' | 'project' | 'organisation'>;
  readonly fragments: readonly Stored[];
  /** Present where personal data are left out: slugs of segments that name users and are not among the fragments. */
  readonly withoutPersonalData?: { readonly personalSegments: ReadonlySet<string> } | undefined;
  /** False: features with prerequisites are left to the service, because this reader would serve them as if they had none. */
  readonly knowsPrerequisites: boolean;
}

/** Work of all datafiles together, within a bounded time of each turn of the event loop. */
const slices = createSliceQueue({ budgetMs: 4 });

/** Writes the JSON of a datafile. Documents are sent as they are stored, byte for byte. */
export async function writeDatafile(parts: DatafileParts): Promise<string> {
  const { version, since, access } = parts;
  const entries: string[] = [];
  await slices.run(writeEntries(parts, entries));
  const head = JSON.stringify({
    version,
    since,
    environment: access.environment.slug,
    project: access.project.slug,
    organisation: access.organisation.slug,
  });
  return `${head.slice(0, -1)},"fragments":[${entries.join(',')}]}`;
}

/** Keeps no parsed document, because those of an environment take several times the bytes of their texts. */
function* writeEntries(parts: DatafileParts, entries: string[]): Steps<void> {
  const personal = yield* personalSegmentsOf(parts);
  for (const { kind, id, text } of parts.fragments) {
    const document = yield* documentOf({ kind, text }, personal, parts.knowsPrerequisites);
    // A whole datafile has no tombstones.
    if (parts.since === null && document === 'null') continue;
    entries.push(`{"kind":"${kind}","id":"${id}","document":${document}}`);
  }
}

function* documentOf(
  { kind, text }: Pick<Stored, 'kind' | 'text'>,
  personal: ReadonlySet<string> | undefined,
  knowsPrerequisites: boolean,
): Steps<string> {
  const document = yield* parse(text);
  if (document === null || text === null) return 'null';
  if (kind === 'segment') return personal?.has(document.slug) === true ? 'null' : text;
  const feature = document as FeatureFragment;
  if (feature.status === 'archived') return 'null';
  const isRemote =
    (personal !== undefined && isPersonal(feature, personal)) ||
    // Without personal data, features are missing that prerequisites may name.
    (hasPrerequisites(feature) && (personal !== undefined || !knowsPrerequisites));
  return isRemote ? JSON.stringify(remoteFeature(feature)) : text;
}

function hasPrerequisites({ targeting }: FeatureFragment): boolean {
  return (targeting?.prerequisites ?? []).length > 0;
}

/** Yields the slugs of segments that name users; returns undefined if nothing is omitted. */
function* personalSegmentsOf({
  fragments,
  withoutPersonalData,
}: DatafileParts): Steps<ReadonlySet<string> | undefined> {
  if (withoutPersonalData === undefined) return undefined;
  const personal = new Set(withoutPersonalData.personalSegments);
  for (const { kind, text } of fragments) {
    const segment = kind === 'segment' ? ((yield* parse(text)) as SegmentFragment | null) : null;
    if (segment !== null && namesUsers(segment.any_of)) personal.add(segment.slug);
  }
  return personal;
}

/** Parses a fragment; null = deleted or unreadable, and the rest of the environment is served. */
function* parse(text: string | null): Steps<FeatureFragment | SegmentFragment | null> {
  if (text === null) return null;
  try {
    return (yield* parseInSteps(text)) as FeatureFragment | SegmentFragment;
  } catch {
    return null;
  }
}
