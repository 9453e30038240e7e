import { createSliceQueue } from '@bunting/async';
import { parseInSteps, type EnvironmentState, type StoredDocuments } from '@bunting/datafile';
import type { FeatureFragment, SegmentFragment } from '@bunting/evaluator/definition';
import { isPersonal, personalSegmentsAmong, remoteFeature } from './personal-data.ts';

type Stored = StoredDocuments['fragments'][number];
type Steps = Generator<undefined, void, undefined>;

/** What a datafile is made of. */
export interface DatafileParts {
  readonly version: number;
  /** Null = it is whole. */
  readonly since: number | null;
  readonly access: Pick<EnvironmentState['access'], 'environment' | 'project' | 'organisation'>;
  readonly fragments: readonly Stored[];
  /** Present where personal data are left out: slugs of segments that name users and are not among the fragments. */
  readonly withoutPersonalData?: { readonly personalSegments: ReadonlySet<string> } | undefined;
}

interface Parsed extends Stored {
  /** Null = gone, archived, or not readable, as for evaluators. */
  readonly document: FeatureFragment | SegmentFragment | null;
}

/** How long it may block the event loop, for all datafiles together. */
const slices = createSliceQueue({ budgetMs: 4 });

/** The JSON of a datafile. Documents are sent as they are stored, byte for byte. */
export async function writeDatafile(parts: DatafileParts): Promise<string> {
  const { version, since, access, fragments } = parts;
  const parsed: Parsed[] = [];
  await slices.run(parseAll(fragments, parsed));
  const isWhole = since === null;
  const personal = parts.withoutPersonalData && personalSegmentsOf(parts.withoutPersonalData, parsed);
  const entries: string[] = [];
  for (const fragment of parsed) {
    const document = documentOf(fragment, personal);
    // A whole datafile has no tombstones.
    if (isWhole && document === 'null') continue;
    entries.push(`{"kind":"${fragment.kind}","id":"${fragment.id}","document":${document}}`);
  }
  const head = JSON.stringify({
    version,
    since,
    environment: access.environment.slug,
    project: access.project.slug,
    organisation: access.organisation.slug,
  });
  return `${head.slice(0, -1)},"fragments":[${entries.join(',')}]}`;
}

function* parseAll(fragments: readonly Stored[], parsed: Parsed[]): Steps {
  for (const fragment of fragments) {
    let document: unknown = null;
    try {
      if (fragment.text !== null) document = yield* parseInSteps(fragment.text);
    } catch {
      // The rest of the environment is served.
    }
    const isArchived = (document as FeatureFragment | null)?.status === 'archived';
    parsed.push({ ...fragment, document: isArchived ? null : (document as Parsed['document']) });
  }
}

function documentOf({ kind, text, document }: Parsed, personal: ReadonlySet<string> | undefined): string {
  if (document === null || text === null) return 'null';
  if (personal === undefined) return text;
  if (kind === 'segment') return personal.has(document.slug) ? 'null' : text;
  const feature = document as FeatureFragment;
  return isPersonal(feature, personal) ? JSON.stringify(remoteFeature(feature)) : text;
}

function personalSegmentsOf(
  { personalSegments }: NonNullable<DatafileParts['withoutPersonalData']>,
  parsed: readonly Parsed[],
): ReadonlySet<string> {
  const segments = parsed.filter(({ kind, document }) => kind === 'segment' && document !== null);
  const own = personalSegmentsAmong(segments.map(({ document }) => document as SegmentFragment));
  return new Set([...personalSegments, ...own]);
}
