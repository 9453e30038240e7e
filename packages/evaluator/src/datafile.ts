import type { SegmentCell } from './conditions/segments.ts';
import type { CompiledFeature, Feature, Variable } from './feature.ts';
import type { CompiledFragment, CompiledFragments } from './fragments.ts';

/** All that is needed to evaluate the variables of one environment. */
export interface Datafile {
  readonly variableOf: (slug: string) => Variable | undefined;
  /**
   * Puts fragments in the place of those with the same ids, in one synchronous step: no evaluation sees half
   * of a version. Costs as much as the change is big, whatever the datafile holds.
   */
  readonly apply: (compiled: CompiledFragments) => void;
}

export function createDatafile(): Datafile {
  const variables = new Map<string, Variable>();
  const features = new Map<string, Feature>();
  const segments = new Map<string, SegmentCell>();
  const slugOfSegment = new Map<string, string>();

  function cellOf(slug: string): SegmentCell {
    const known = segments.get(slug);
    if (known !== undefined) return known;
    const cell: SegmentCell = { matches: undefined };
    segments.set(slug, cell);
    return cell;
  }

  function remove({ kind, id }: CompiledFragment): void {
    if (kind === 'feature') {
      const feature = features.get(id);
      features.delete(id);
      for (const { slug } of feature?.outline.variables ?? []) {
        if (variables.get(slug)?.feature === feature) variables.delete(slug);
      }
      return;
    }
    const slug = slugOfSegment.get(id);
    slugOfSegment.delete(id);
    if (slug !== undefined) cellOf(slug).matches = undefined;
  }

  function addFeature({ feature, variables: added, references }: CompiledFeature): void {
    for (const reference of references) reference.cell = cellOf(reference.slug);
    features.set(feature.outline.id, feature);
    for (const variable of added) {
      variables.set(feature.outline.variables[variable.place]?.slug ?? '', variable);
    }
  }

  return {
    variableOf: (slug) => variables.get(slug),
    apply(compiled) {
      // First all that goes, then all that comes: within one version a slug may pass from one to another.
      for (const fragment of compiled) remove(fragment);
      for (const fragment of compiled) {
        if (fragment.kind === 'feature') {
          if (fragment.compiled !== undefined) addFeature(fragment.compiled);
        } else if (fragment.matches !== undefined) {
          slugOfSegment.set(fragment.id, fragment.slug);
          cellOf(fragment.slug).matches = fragment.matches;
        }
      }
    },
  };
}
