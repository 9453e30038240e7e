import { isEqual } from '../is-equal.ts';
import { mergeFeature } from '../merge/merge-feature.ts';
import { mergeDefaults, mergeEnvironment, mergeOverrides, mergeSegment } from '../merge/merge-states.ts';
import { mergeTargeting } from '../merge/merge-targeting.ts';
import type { Conflict, Merged, Resolutions } from '../merge/three-way.ts';
import type { AuditRecord, ParsedRecord } from '../parse-record.ts';
import {
  getNamesBefore,
  type PartNames,
  renamePins,
  renameTargeting,
  type Renaming,
  toIds,
} from '../part-names.ts';
import {
  type DescribedFeature,
  getServingKey,
  type Members,
  nothingServed,
  type ProjectSnapshot,
  type ServedState,
} from '../snapshot.ts';
import {
  deletedConflict,
  getResolutions,
  prefix,
  toPath,
  unlessDropped,
  wholeConflict,
  withSlugs,
} from './record-conflicts.ts';

/** A project from which records are undone one by one, the newest first. */
export interface Reversal {
  readonly snapshot: ProjectSnapshot;
  /** The names by which the next record of a feature calls its parts, by the id of the feature. */
  readonly names: Map<string, PartNames>;
  /** The last slug of every variable and variation that a row or a record has named, by id. */
  readonly lastSlugs: Map<string, string>;
  /** The features that were deleted before the first record was undone. */
  readonly deletedFeatures: ReadonlySet<string>;
  /** The number of stored overrides of a feature that are not in the snapshot. */
  readonly unreadOverrides: Map<string, number>;
  /** The sides that somebody chose, by the path of the conflict that an earlier try found. */
  readonly resolutions?: Resolutions | undefined;
  readonly newId: () => string;
}

type Undo<Noun> = Extract<ParsedRecord, { readonly noun: Noun }>;

/**
 * Undoes one record: merges it backwards into the snapshot. Returns what somebody else has changed since, in the slugs of the present. A
 * conflict with the code `taken` names a segment whose slug another one has by now.
 */
export function undoRecord(
  reversal: Reversal,
  record: AuditRecord,
  parsed: ParsedRecord,
): readonly Conflict[] {
  switch (parsed.noun) {
    case 'feature':
      return undoFeature(reversal, record, parsed);
    case 'segment':
      return undoSegment(reversal, parsed);
    case 'environment':
      return undoEnvironment(reversal, record, parsed);
    case 'targeting':
      return undoServing(reversal, record, 'targeting', ({ targeting }, { variation }, resolutions) =>
        mergeTargeting(
          renameTargeting(parsed.after, variation),
          targeting,
          renameTargeting(parsed.before, variation),
          resolutions,
        ),
      );
    case 'defaults':
      return undoServing(reversal, record, 'defaults', ({ defaults }, renaming, resolutions) => {
        const [base, ours] = [parsed.after, parsed.before].map((pins) =>
          renamePins(pins, renaming, renaming.variable),
        );
        return mergeDefaults(base!, defaults, ours!, resolutions);
      });
    case 'overrides':
      return undoServing(reversal, record, 'overrides', ({ overrides }, renaming, resolutions) =>
        mergeOverrides(
          renamePins(parsed.after, renaming),
          overrides,
          renamePins(parsed.before, renaming),
          resolutions,
        ),
      );
    default:
      return [];
  }
}

/** Sets the slugs by which the records from here on name the parts of the feature. */
export function addNames(
  { names, lastSlugs }: Pick<Reversal, 'names' | 'lastSlugs'>,
  featureId: string,
  described: DescribedFeature,
  found: PartNames,
): void {
  names.set(featureId, found);
  for (const { id, slug } of [...described.variables, ...described.variations]) {
    if (id !== undefined && !lastSlugs.has(id)) lastSlugs.set(id, slug);
  }
}

function undoServing<Part extends keyof ServedState>(
  reversal: Reversal,
  { featureId, environmentId, subject }: AuditRecord,
  part: Part,
  merge: (
    served: ServedState,
    renaming: Renaming,
    resolutions: Resolutions | undefined,
  ) => Merged<ServedState[Part]>,
): readonly Conflict[] {
  const { features, environments, serving } = reversal.snapshot;
  const feature = features.get(featureId ?? '');
  const environment = environments.get(environmentId ?? '');
  if (feature === undefined) return unlessDropped(reversal, deletedConflict(subject, 'feature'));
  if (environment === undefined) {
    // A feature that comes back can serve nothing in an environment that was deleted.
    if (reversal.deletedFeatures.has(featureId ?? '')) return [];
    return unlessDropped(reversal, deletedConflict(subject, 'environment'));
  }
  const key = getServingKey(featureId ?? '', environmentId ?? '');
  const served = serving.get(key);
  const names = reversal.names.get(featureId ?? '');
  if (served === undefined || names === undefined) return [];
  const path = ['features', feature.slug, 'environments', getSlug(environment), part];
  const { merged, conflicts } = merge(served, toIds(names), getResolutions(reversal, path));
  serving.set(key, { ...served, [part]: merged });
  return prefix(conflicts, path).map((conflict) => withSlugs(conflict, reversal.lastSlugs));
}

function undoFeature(
  reversal: Reversal,
  { featureId, subject }: AuditRecord,
  { before, after }: Undo<'feature'>,
): readonly Conflict[] {
  const id = featureId ?? '';
  const { features, serving, environments } = reversal.snapshot;
  const current = features.get(id) ?? null;
  const path = ['features', (current ?? before ?? after)?.slug ?? ''];
  if (before === null) {
    const chosen = reversal.resolutions?.get(toPath(path));
    if (chosen === 'theirs') return [];
    if (current !== null && after !== null && !isFeatureAsRecorded(current, after) && chosen === undefined) {
      return prefix([wholeConflict('the feature has changed since', after, current)], path);
    }
    const where = current === null ? undefined : findServing(reversal, id);
    if (where !== undefined) {
      return prefix([wholeConflict(`the feature is served in ${where}`, after, current)], path);
    }
    features.delete(id);
    return [];
  }
  const names = getNamesBefore(reversal.names.get(id) ?? noNames, { before, after });
  if (names === undefined) {
    const message = "feature.deleted was recorded by a release that didn't record the ids of its parts";
    return [{ ...deletedConflict(subject, 'feature'), message, code: 'not_revertible' }];
  }
  const { merged, conflicts } = mergeFeature(after, current, before, getResolutions(reversal, path));
  if (merged === null) features.delete(id);
  else features.set(id, withIds(merged, reversal.newId));
  if (merged !== null && current === null) {
    // The records of what environments served of it follow.
    for (const environmentId of environments.keys()) {
      const key = getServingKey(id, environmentId);
      if (!serving.has(key)) serving.set(key, nothingServed);
    }
  }
  addNames(reversal, id, before, names);
  return prefix(conflicts, path);
}

const noNames: PartNames = { variables: new Map(), variations: new Map() };

/** Gives an id to each part whose id an older release did not record: it is restored as a new part. */
function withIds(feature: DescribedFeature, newId: () => string): DescribedFeature {
  const withId = <Part extends { readonly id?: string }>(part: Part): Part =>
    part.id === undefined ? { ...part, id: newId() } : part;
  return { ...feature, variables: feature.variables.map(withId), variations: feature.variations.map(withId) };
}

/** Returns the environment that serves something of the feature, in words; undefined = none does. */
function findServing({ snapshot, unreadOverrides }: Reversal, featureId: string): string | undefined {
  for (const [environmentId, described] of snapshot.environments) {
    const served = snapshot.serving.get(getServingKey(featureId, environmentId));
    if (served !== undefined && !isEqual(served, nothingServed)) return getSlug(described);
  }
  return (unreadOverrides.get(featureId) ?? 0) > 0 ? 'an environment to some users' : undefined;
}

function undoSegment(reversal: Reversal, { before, after }: Undo<'segment'>): readonly Conflict[] {
  const { segments } = reversal.snapshot;
  const slug = getSlug(before ?? after);
  const current = segments.get(slug) ?? null;
  const path = ['segments', slug];
  if (before === null) {
    const chosen = reversal.resolutions?.get(toPath(path));
    if (chosen === 'theirs') return [];
    if (current !== null && !isEqual(pickMembers(current, after ?? {}), after) && chosen === undefined) {
      return prefix([wholeConflict('the segment has changed since', after, current)], path);
    }
    segments.delete(slug);
    return [];
  }
  // Rules name segments by slug, so that another one with this slug would be meant.
  if (after === null && current !== null && current['id'] !== before['id']) {
    const conflict = wholeConflict('belongs to another segment by now', after, current);
    return [{ ...conflict, code: 'taken', resource: { kind: 'segment', slug } }];
  }
  const { merged, conflicts } = mergeSegment(after, current, before, getResolutions(reversal, path));
  if (merged === null) segments.delete(slug);
  else segments.set(slug, merged);
  return prefix(conflicts, path);
}

function undoEnvironment(
  reversal: Reversal,
  { environmentId, subject }: AuditRecord,
  { before, after }: Undo<'environment'>,
): readonly Conflict[] {
  const { environments } = reversal.snapshot;
  const current = environments.get(environmentId ?? '');
  if (current === undefined) return unlessDropped(reversal, deletedConflict(subject, 'environment'));
  const path = ['environments', getSlug(current)];
  if (before === null) {
    const chosen = reversal.resolutions?.get(toPath(path));
    if (chosen === 'theirs') return [];
    if (!isEqual(pickMembers(current, after ?? {}), after) && chosen === undefined) {
      return prefix([wholeConflict('the environment has changed since', after, current)], path);
    }
    environments.delete(environmentId ?? '');
    return [];
  }
  const { merged, conflicts } = mergeEnvironment(after, current, before, getResolutions(reversal, path));
  if (merged !== null) environments.set(environmentId ?? '', merged);
  return prefix(conflicts, path);
}

function getSlug(described: Members | null): string {
  const slug = described?.['slug'];
  return typeof slug === 'string' ? slug : '';
}

/** Returns whether a feature is as the record left it, as far as the record says: an older release did not record all of it. */
function isFeatureAsRecorded(current: DescribedFeature, recorded: DescribedFeature): boolean {
  const pickParts = (parts: readonly object[], known: readonly object[]) =>
    parts.map((part, index) => pickMembers(part, known[index] ?? part));
  const seen = {
    ...current,
    variables: pickParts(current.variables, recorded.variables),
    variations: pickParts(current.variations, recorded.variations),
  };
  return isEqual(pickMembers(seen, recorded), recorded);
}

/** Returns the members of the first object that the second one has, too. */
function pickMembers(current: object, recorded: object): object {
  return Object.fromEntries(Object.entries(current).filter(([name]) => Object.hasOwn(recorded, name)));
}
