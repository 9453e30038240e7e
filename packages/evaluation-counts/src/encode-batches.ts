import { newId } from '@bunting/database';
import { maxCellsPerBatch, type StoredCell, type StoredUnknownKey } from './batch.ts';
import type { EnvironmentCounts } from './kept-counts.ts';

/** A row of `evaluation_batch` as JSON, and the cells and unknown keys that it has. */
export interface EncodedBatch {
  readonly text: string;
  readonly size: number;
}

/**
 * Encodes counts as batches of at most 5,000 cells, each with an id: those that are tried again are the same. Cells are encoded a few at a
 * time; the caller may pause wherever the generator yields.
 */
export function* encodeBatches(taken: readonly EnvironmentCounts[]): Generator<EncodedBatch> {
  for (const counts of taken) {
    let unknown: readonly StoredUnknownKey[] = [...counts.unknown];
    let cells: StoredCell[] = [];
    const encode = (): EncodedBatch => {
      const batch = encodeBatch(counts, cells, unknown);
      cells = [];
      unknown = [];
      return batch;
    };
    for (const [variableId, first] of counts.cells) {
      for (let cell: typeof first | undefined = first; cell !== undefined; cell = cell.next) {
        cells.push([variableId, cell.variationId, cell.reason, cell.asked, cell.count]);
        if (cells.length === maxCellsPerBatch) yield encode();
      }
    }
    if (cells.length > 0 || unknown.length > 0 || counts.cells.size === 0) yield encode();
  }
}

function encodeBatch(
  { environmentId, beginsAt, endsAt }: EnvironmentCounts,
  cells: readonly StoredCell[],
  unknown: readonly StoredUnknownKey[],
): EncodedBatch {
  const row = {
    id: newId(),
    environment_id: environmentId,
    begins_at: new Date(beginsAt),
    ends_at: new Date(endsAt),
    cells,
    unknown,
  };
  return { text: JSON.stringify(row), size: cells.length + unknown.length };
}
