import type { ReferenceChanges } from '../model/segment-use.ts';

/** The contents of cells at one moment. */
export interface CellSnapshot {
  /** Runs the work, which is synchronous, with the contents of that moment. */
  within<Result>(work: () => Result): Result;
  close(): void;
}

/** Creates cells, by slug, that features join: the contents change, and open snapshots keep what they were. */
export function createCells<Cell extends object>(createEmpty: () => Cell, changes: ReferenceChanges) {
  const cells = new Map<string, Cell>();
  const snapshots = new Set<Map<Cell, Cell>>();

  function swap(kept: Map<Cell, Cell>): void {
    if (kept.size === 0) return;
    for (const [cell, content] of kept) {
      kept.set(cell, { ...cell });
      Object.assign(cell, content);
    }
    // Features look their references up again.
    changes.count++;
  }

  return {
    find: (slug: string): Cell | undefined => cells.get(slug),
    cellOf(slug: string): Cell {
      const known = cells.get(slug);
      if (known !== undefined) return known;
      const cell = createEmpty();
      cells.set(slug, cell);
      return cell;
    },
    /** Changes the content of a cell; open snapshots keep that of before. */
    change(cell: Cell, content: Partial<Cell>): void {
      for (const kept of snapshots) {
        if (!kept.has(cell)) kept.set(cell, { ...cell });
      }
      Object.assign(cell, content);
      changes.count++;
    },
    openSnapshot(): CellSnapshot {
      const kept = new Map<Cell, Cell>();
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
