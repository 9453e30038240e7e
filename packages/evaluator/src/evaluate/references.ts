import type { LazyFeature } from '../compile/lazy-feature.ts';
import type { Feature, Variable, VariableCell } from '../model/feature.ts';
import type { ReferenceChanges } from '../model/segment-use.ts';
import { createCells, type CellSnapshot } from './cells.ts';
import { createSegments } from './segments.ts';

/**
 * Creates what the features of a datafile refer to: segments, and the variables that prerequisites name. Only variables that are named have a
 * cell, so others cost nothing.
 */
export function createReferences(
  variables: ReadonlyMap<string, Variable | LazyFeature>,
  compile: (lazy: LazyFeature, slug: string) => Variable | undefined,
) {
  const changes: ReferenceChanges = { count: 0 };
  const segments = createSegments(changes);
  const named = createCells<VariableCell>(() => ({ variable: undefined, compile: undefined }), changes);

  function contentOf(slug: string, entry: Variable | LazyFeature | undefined): VariableCell {
    if (entry === undefined || entry.feature !== undefined) return { variable: entry, compile: undefined };
    return { variable: undefined, compile: () => compile(entry, slug) };
  }

  function cellOfVariable(slug: string): VariableCell {
    const known = named.find(slug);
    if (known !== undefined) return known;
    return Object.assign(named.cellOf(slug), contentOf(slug, variables.get(slug)));
  }

  return {
    segments,
    /** Links a feature of the datafile to what it refers to. */
    join({ segmentUse, prerequisites }: Feature): void {
      if (segmentUse !== undefined) {
        for (const reference of segmentUse.references) reference.cell = segments.cellOf(reference.slug);
        segmentUse.changes = changes;
      }
      if (prerequisites === undefined) return;
      for (const entry of prerequisites.entries) entry.cell = cellOfVariable(entry.slug);
      prerequisites.changes = changes;
    },
    /** Replaces the variable with this slug, or removes it. */
    setVariable(slug: string, entry: Variable | LazyFeature | undefined): void {
      const cell = named.find(slug);
      if (cell !== undefined) named.change(cell, contentOf(slug, entry));
    },
    /** Sets the compiled form of the same variable. */
    setCompiled(slug: string, variable: Variable): void {
      const cell = named.find(slug);
      if (cell !== undefined) Object.assign(cell, contentOf(slug, variable));
    },
    openSnapshot(): CellSnapshot {
      const [ofSegments, ofVariables] = [segments.openSnapshot(), named.openSnapshot()];
      return {
        within: (work) => ofSegments.within(() => ofVariables.within(work)),
        close() {
          ofSegments.close();
          ofVariables.close();
        },
      };
    },
  };
}
