import type { CompiledFeature } from '../compile/compile-feature.ts';
import type { CompiledFragment, CompiledFragments } from '../compile/fragments.ts';
import { compileNow, type LazyFeature } from '../compile/lazy-feature.ts';
import type { EvaluationCount } from '../count/counts.ts';
import { createDatafileCounts } from '../count/datafile-counts.ts';
import type { CellTotal } from '../model/count-cell.ts';
import type { Feature, Variable } from '../model/feature.ts';
import { createReferences } from './references.ts';
import { RefreshTimes } from './refresh-times.ts';
import type { SegmentFragment } from './segments.ts';
import { createSnapshot, type DatafileSnapshot, type SnapshotVariables } from './snapshot.ts';
import { createVariableLists, getListed, joinMembers, getOwner, type VariableList } from './variable-list.ts';

/** All that is needed to evaluate the variables of one environment. */
export interface Datafile {
  /** The variable with this slug, which must be lower-cased; undefined = there is none. */
  readonly variableOf: (slug: string) => Variable | undefined;
  /**
   * Replaces the fragments with the same ids in one synchronous step, so no evaluation sees half of a version. The cost depends on the
   * size of the change, not of the datafile.
   */
  readonly apply: (compiled: CompiledFragments) => void;
  /** All variables that are not archived, or of them those that client keys get. The list is kept until it changes. */
  readonly list: (isClientOnly: boolean) => VariableList;
  /**
   * Milliseconds: when, after `now`, variables next have other values although nobody changes them; all of them, or those of features of
   * which client keys get something. `undefined` = never. See `RefreshTimes`.
   */
  readonly nextRefresh: (now: number, isClientOnly: boolean) => number | undefined;
  /**
   * Gives what was counted, and clears it. The caller may pause between two counts, and evaluate and apply meanwhile: what is counted then is
   * given now or the next time, once. Whoever stops early leaves the rest for the next time.
   */
  readonly takeCounts: () => Iterable<EvaluationCount>;
  /** The variables with these slugs as they are when they are first evaluated. The caller closes it. */
  readonly openSnapshot: (wanted: SnapshotVariables) => DatafileSnapshot;
  /** Number of counts that wait to be taken. */
  readonly cells: CellTotal;
  /** Estimated bytes in memory, of the fragments whose size was given. */
  readonly weight: DatafileWeight;
}

/** The memory of a datafile, which grows when a feature is first asked for. */
export interface DatafileWeight {
  bytes: number;
}

/**
 * Creates a datafile without features or segments.
 * @param onGrown called in an evaluation that has compiled a feature, with the bytes that it takes; it must not change the datafile
 */
export function createDatafile(onGrown: (bytes: number) => void = () => {}): Datafile {
  const variables = new Map<string, Variable | LazyFeature>();
  const features = new Map<string, Feature | LazyFeature>();
  const references = createReferences(variables, (lazy, slug) => compileOf(lazy, slug));
  const refreshTimes = new RefreshTimes();
  /** The features with prerequisites. They are never lazy. */
  const dependents = new Set<Feature | LazyFeature>();
  const lists = createVariableLists(variables);
  const { cells, takeCounts, handOver } = createDatafileCounts(variables);
  const weight: DatafileWeight = { bytes: 0 };
  const { compileLazy, compileOf } = createCompiler({ variables, features, references, weight, onGrown });

  function setVariable(slug: string, entry: Variable | LazyFeature): void {
    handOver(variables.get(slug));
    variables.set(slug, entry);
    references.setVariable(slug, entry);
  }

  function remove({ kind, id }: CompiledFragment): void {
    if (kind === 'segment') {
      weight.bytes -= references.segments.remove(id);
      return;
    }
    const feature = features.get(id);
    if (feature === undefined) return;
    features.delete(id);
    dependents.delete(feature);
    weight.bytes -= feature.weight;
    for (const slug of slugsOf(feature)) {
      const entry = variables.get(slug);
      if (getOwner(entry) !== feature) continue;
      handOver(entry);
      variables.delete(slug);
      references.setVariable(slug, undefined);
    }
  }

  function addFeature({ feature, variables: added }: CompiledFeature): void {
    references.join(feature);
    features.set(feature.shared.id, feature);
    if (feature.prerequisites !== undefined) dependents.add(feature);
    weight.bytes += feature.weight;
    for (const variable of added) setVariable(slugOf(variable), variable);
  }

  function applyFragment(fragment: CompiledFragment): void {
    if (fragment.kind === 'feature') {
      if (fragment.compiled !== undefined) addFeature(fragment.compiled);
    } else if (fragment.kind === 'lazy') {
      features.set(fragment.id, fragment.lazy);
      weight.bytes += fragment.lazy.weight;
      for (const slug of fragment.lazy.slugs) setVariable(slug, fragment.lazy);
    } else {
      weight.bytes += references.segments.add(fragment);
    }
  }

  return {
    variableOf(slug) {
      const found = variables.get(slug);
      return found === undefined || found.feature !== undefined ? found : compileLazy(found, slug);
    },
    apply(compiled) {
      // All removals come before all additions, because a slug may move from one fragment to another within a version.
      const before = lists.areKept() ? joinMembers(compiled.map(({ id }) => features.get(id))) : undefined;
      for (const fragment of compiled) remove(fragment);
      for (const fragment of compiled) applyFragment(fragment);
      if (before !== undefined && before !== joinMembers(compiled.map(({ id }) => features.get(id))))
        lists.forget();
      for (const fragment of compiled) {
        if (fragment.kind !== 'segment') setRefreshTimes(refreshTimes, fragment, features.get(fragment.id));
      }
    },
    list: (isClientOnly) => lists.list(isClientOnly),
    // A client's variable may depend on one that clients do not get.
    nextRefresh: (now, isClientOnly) => refreshTimes.nextAfter(now, isClientOnly && dependents.size === 0),
    takeCounts,
    openSnapshot: createSnapshotOpener({ variables, references, cells, handOver, compileOf }),
    cells,
    weight,
  };
}

/** Creates functions that compile the lazy features of a datafile. */
function createCompiler({
  variables,
  features,
  references,
  weight,
  onGrown,
}: {
  readonly variables: Map<string, Variable | LazyFeature>;
  readonly features: Map<string, Feature | LazyFeature>;
  readonly references: ReturnType<typeof createReferences>;
  readonly weight: DatafileWeight;
  readonly onGrown: (bytes: number) => void;
}) {
  /** Replaces a lazy feature with the compiled one, which gives the same answers. */
  function compileLazy(lazy: LazyFeature, slug: string): Variable | undefined {
    const { feature, variables: compiled } = compileNow(lazy);
    references.join(feature);
    features.set(lazy.id, feature);
    const grown = lazy.compiledWeight - lazy.weight;
    weight.bytes += grown;
    if (grown > 0) onGrown(grown);
    for (const variable of compiled) {
      if (variables.get(slugOf(variable)) !== lazy) continue;
      variables.set(slugOf(variable), variable);
      references.setCompiled(slugOf(variable), variable);
    }
    return variables.get(slug) as Variable | undefined;
  }

  /** Compiles a lazy feature, also one that was replaced since and that only a snapshot still has. */
  function compileOf(lazy: LazyFeature, slug: string): Variable | undefined {
    if (features.get(lazy.id) === lazy) return compileLazy(lazy, slug);
    const { feature, variables: compiled } = compileNow(lazy);
    references.join(feature);
    return compiled.find((variable) => slugOf(variable) === slug);
  }

  return { compileLazy, compileOf };
}

function createSnapshotOpener(of: {
  readonly variables: ReadonlyMap<string, Variable | LazyFeature>;
  readonly references: ReturnType<typeof createReferences>;
  readonly cells: CellTotal;
  readonly handOver: (variable: Variable) => void;
  readonly compileOf: (lazy: LazyFeature, slug: string) => Variable | undefined;
}): Datafile['openSnapshot'] {
  const { variables, references, cells, compileOf } = of;
  const source = {
    entryOf: (slug: string) => variables.get(slug),
    openReferences: () => references.openSnapshot(),
    compileOf,
    cells,
    onCounted: (variable: Variable) => {
      if (variables.get(slugOf(variable)) !== variable) of.handOver(variable);
    },
  };
  return (wanted) => createSnapshot(wanted, source);
}

/** Sets the times of a fragment. `feature` is that of the fragment; undefined = it was removed. */
function setRefreshTimes(
  refreshTimes: RefreshTimes,
  fragment: Exclude<CompiledFragment, SegmentFragment>,
  feature: Feature | LazyFeature | undefined,
): void {
  const { timetable } = (fragment.kind === 'lazy' ? fragment.lazy : fragment.compiled) ?? {};
  const isClient = timetable !== undefined && feature !== undefined && getListed(feature, true).length > 0;
  refreshTimes.set(fragment.id, timetable, isClient);
}

function slugsOf(feature: Feature | LazyFeature): readonly string[] {
  return 'slugs' in feature ? feature.slugs : feature.shared.variables.map((variable) => variable.slug);
}

function slugOf({ feature, index }: Variable): string {
  return feature.shared.variables[index]?.slug ?? '';
}
