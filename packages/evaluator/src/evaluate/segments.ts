import type { CompiledFragment } from '../compile/fragments.ts';
import type { SegmentCell } from '../model/condition.ts';
import type { ReferenceChanges } from '../model/segment-use.ts';
import { createCells } from './cells.ts';

/** A segment as it is applied to a datafile. */
export type SegmentFragment = CompiledFragment & { readonly kind: 'segment' };

/** Creates the segments of a datafile: features join their cells, whose contents change. */
export function createSegments(changes: ReferenceChanges) {
  const cells = createCells<SegmentCell>(() => ({ matches: undefined, cost: 0 }), changes);
  const fragments = new Map<string, SegmentFragment>();

  return {
    cellOf: (slug: string) => cells.cellOf(slug),
    openSnapshot: () => cells.openSnapshot(),
    /** Returns the bytes that were added. */
    add(fragment: SegmentFragment): number {
      if (fragment.matches === undefined) return 0;
      fragments.set(fragment.id, fragment);
      const { matches, cost } = fragment;
      cells.change(cells.cellOf(fragment.slug), { matches, cost });
      return fragment.weight;
    },
    /** Returns the bytes that were removed. */
    remove(id: string): number {
      const segment = fragments.get(id);
      if (segment === undefined) return 0;
      fragments.delete(id);
      const cell = cells.cellOf(segment.slug);
      // Not if the slug belongs to another segment now.
      cells.change(cell, cell.matches === segment.matches ? { matches: undefined } : {});
      return segment.weight;
    },
  };
}
