import type { SegmentCell } from './conditions/condition.ts';
import { compileNow, type LazyFeature } from './compile/lazy-feature.ts';
import { joinSegments, type CompiledFeature, type Feature, type Variable } from './compile/feature.ts';
import type { CompiledFragment, CompiledFragments } from './compile/fragments.ts';
import type { SegmentChanges } from './compile/segment-use.ts';

/** All that is needed to evaluate the variables of one environment. */
export interface Datafile {
  /** The variable with this slug, which must be lower-cased; undefined = there is none. */
  readonly variableOf: (slug: string) => Variable | undefined;
  /**
   * Replaces the fragments with the same ids in one synchronous step, so no evaluation sees half of a version. The cost depends on the
   * size of the change, not of the datafile.
   */
  readonly apply: (compiled: CompiledFragments) => void;
}

/** Creates a datafile without features or segments. */
export function createDatafile(): Datafile {
  const variables = new Map<string, Variable | LazyFeature>();
  const features = new Map<string, Feature | LazyFeature>();
  const segments = new Map<string, SegmentCell>();
  const segmentChanges: SegmentChanges = { count: 0 };
  const segmentFragments = new Map<string, SegmentFragment>();

  function cellOf(slug: string): SegmentCell {
    const known = segments.get(slug);
    if (known !== undefined) return known;
    const cell: SegmentCell = { matches: undefined, cost: 0 };
    segments.set(slug, cell);
    return cell;
  }

  function remove({ kind, id }: CompiledFragment): void {
    if (kind === 'segment') {
      const segment = segmentFragments.get(id);
      if (segment === undefined) return;
      segmentFragments.delete(id);
      const cell = cellOf(segment.slug);
      // Not if the slug belongs to another segment now.
      if (cell.matches === segment.matches) cell.matches = undefined;
      segmentChanges.count++;
      return;
    }
    const feature = features.get(id);
    if (feature === undefined) return;
    features.delete(id);
    for (const slug of slugsOf(feature)) {
      if (ownerOf(variables.get(slug)) === feature) variables.delete(slug);
    }
  }

  function addFeature({ feature, variables: added }: CompiledFeature): void {
    joinSegments(feature, cellOf, segmentChanges);
    features.set(feature.shared.id, feature);
    for (const variable of added) variables.set(slugOf(variable), variable);
  }

  /** Replaces a lazy feature with the compiled one, which gives the same answers. */
  function compileLazy(lazy: LazyFeature, slug: string): Variable | undefined {
    const { feature, variables: compiled } = compileNow(lazy);
    joinSegments(feature, cellOf, segmentChanges);
    features.set(lazy.id, feature);
    for (const variable of compiled) {
      if (variables.get(slugOf(variable)) === lazy) variables.set(slugOf(variable), variable);
    }
    return variables.get(slug) as Variable | undefined;
  }

  return {
    variableOf(slug) {
      const found = variables.get(slug);
      return found === undefined || found.feature !== undefined ? found : compileLazy(found, slug);
    },
    apply(compiled) {
      // All removals come before all additions, because a slug may move from one fragment to another within a version.
      for (const fragment of compiled) remove(fragment);
      for (const fragment of compiled) {
        if (fragment.kind === 'feature') {
          if (fragment.compiled !== undefined) addFeature(fragment.compiled);
        } else if (fragment.kind === 'lazy') {
          features.set(fragment.id, fragment.lazy);
          for (const slug of fragment.lazy.slugs) variables.set(slug, fragment.lazy);
        } else if (fragment.matches !== undefined) {
          segmentFragments.set(fragment.id, fragment);
          const cell = cellOf(fragment.slug);
          cell.matches = fragment.matches;
          cell.cost = fragment.cost;
          segmentChanges.count++;
        }
      }
    },
  };
}

type SegmentFragment = CompiledFragment & { readonly kind: 'segment' };

/** The feature, or the lazy feature, that an entry of `variables` belongs to. */
function ownerOf(entry: Variable | LazyFeature | undefined): Feature | LazyFeature | undefined {
  return entry === undefined || entry.feature === undefined ? entry : entry.feature;
}

function slugsOf(feature: Feature | LazyFeature): readonly string[] {
  return 'slugs' in feature ? feature.slugs : feature.shared.variables.map((variable) => variable.slug);
}

function slugOf({ feature, index }: Variable): string {
  return feature.shared.variables[index]?.slug ?? '';
}
