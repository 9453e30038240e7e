import type { CompiledFragment } from '../compile/fragments.ts';
import type { SegmentCell } from '../model/condition.ts';
import type { Feature } from '../model/feature.ts';
import type { SegmentChanges } from '../model/segment-use.ts';

/** A segment as it is applied to a datafile. */
export type SegmentFragment = CompiledFragment & { readonly kind: 'segment' };

/** The segments of a datafile at one moment. */
export interface SegmentSnapshot {
  /** Runs the work, which is synchronous, with the segments of that moment. */
  within<Result>(work: () => Result): Result;
  close(): void;
}

/** Creates the segments of a datafile: features join their cells, whose contents change. */
export function createSegments() {
  const cells = new Map<string, SegmentCell>();
  const changes: SegmentChanges = { count: 0 };
  const fragments = new Map<string, SegmentFragment>();
  const snapshots = new Set<Map<SegmentCell, CellContent>>();

  /** Copies a cell into open snapshots before it changes. */
  function keepFor(cell: SegmentCell): void {
    for (const kept of snapshots) {
      if (!kept.has(cell)) kept.set(cell, { matches: cell.matches, cost: cell.cost });
    }
  }

  function swap(kept: Map<SegmentCell, CellContent>): void {
    if (kept.size === 0) return;
    for (const [cell, { matches, cost }] of kept) {
      kept.set(cell, { matches: cell.matches, cost: cell.cost });
      Object.assign(cell, { matches, cost });
    }
    // Features look their segments up again.
    changes.count++;
  }

  function cellOf(slug: string): SegmentCell {
    const known = cells.get(slug);
    if (known !== undefined) return known;
    const cell: SegmentCell = { matches: undefined, cost: 0 };
    cells.set(slug, cell);
    return cell;
  }

  return {
    cellOf,
    changes,
    /** Returns the bytes that were added. */
    add(fragment: SegmentFragment): number {
      if (fragment.matches === undefined) return 0;
      fragments.set(fragment.id, fragment);
      const cell = cellOf(fragment.slug);
      keepFor(cell);
      cell.matches = fragment.matches;
      cell.cost = fragment.cost;
      changes.count++;
      return fragment.weight;
    },
    /** Returns the bytes that were removed. */
    remove(id: string): number {
      const segment = fragments.get(id);
      if (segment === undefined) return 0;
      fragments.delete(id);
      const cell = cellOf(segment.slug);
      keepFor(cell);
      // Not if the slug belongs to another segment now.
      if (cell.matches === segment.matches) cell.matches = undefined;
      changes.count++;
      return segment.weight;
    },
    openSnapshot(): SegmentSnapshot {
      const kept = new Map<SegmentCell, CellContent>();
      snapshots.add(kept);
      return {
        within(work) {
          swap(kept);
          try {
            return work();
          } finally {
            swap(kept);
          }
        },
        close: () => void snapshots.delete(kept),
      };
    },
  };
}

type CellContent = Pick<SegmentCell, 'matches' | 'cost'>;

/** Links a feature to the segments of the datafile that it joins. */
export function joinSegments(
  { segmentUse }: Feature,
  cellOf: (slug: string) => SegmentCell,
  changes: SegmentChanges,
): void {
  if (segmentUse === undefined) return;
  for (const reference of segmentUse.references) reference.cell = cellOf(reference.slug);
  segmentUse.changes = changes;
}
