import { newId } from '@bunting/database';
import { batchFormat, maxCellsPerBatch, type StoredUnknownKey } from './batch.ts';
import type { EnvironmentCounts, PendingCell } from './environment-counts.ts';

/** A row of `evaluation_batch` as JSON, and the cells and unknown keys that it has. */
export interface EncodedBatch {
  readonly text: string;
  readonly size: number;
}

/** Encoding so many cells takes half a millisecond. */
const cellsPerStep = 500;

/**
 * Encodes counts as batches of at most 5,000 cells, each with an id: those that are tried again are the same. Yields undefined between two
 * steps of a batch, where the caller may pause.
 */
export function* encodeBatches(
  taken: readonly EnvironmentCounts[],
): Generator<EncodedBatch | undefined, void, void> {
  for (const counts of taken) {
    let unknown = unknownOf(counts);
    let cells: string[] = [];
    const encode = (): EncodedBatch => {
      const batch = encodeBatch(counts, cells, unknown);
      cells = [];
      unknown = [];
      return batch;
    };
    for (const [variableId, first] of counts.cells) {
      for (let cell: PendingCell | undefined = first; cell !== undefined; cell = cell.next) {
        cells.push(encodeCell(variableId, cell));
        if (cells.length === maxCellsPerBatch) yield encode();
        else if (cells.length % cellsPerStep === 0) yield undefined;
      }
    }
    if (cells.length > 0 || unknown.length > 0 || counts.cells.size === 0) yield encode();
  }
}

function unknownOf({ unknown, publicUnknown }: EnvironmentCounts): StoredUnknownKey[] {
  const entriesOf = (keys: ReadonlyMap<string, number>, isPublic: number) =>
    [...keys].map(([key, count]): StoredUnknownKey => [key, count, isPublic]);
  return [...entriesOf(unknown, 0), ...entriesOf(publicUnknown, 1)];
}

/** Encodes by hand: ids are UUIDs, and short-lived arrays would be most of the work. */
function encodeCell(variableId: string, { variationId, kind, count }: PendingCell): string {
  const variation = variationId === null ? 'null' : `"${variationId}"`;
  return `["${variableId}",${variation},${kind >> 1},${kind & 1},${count}]`;
}

function encodeBatch(
  { environmentId, beginsAt, endsAt }: EnvironmentCounts,
  cells: readonly string[],
  unknown: readonly StoredUnknownKey[],
): EncodedBatch {
  const row = JSON.stringify({
    id: newId(),
    environment_id: environmentId,
    begins_at: new Date(beginsAt),
    ends_at: new Date(endsAt),
    format: batchFormat,
    unknown,
  });
  return { text: `${row.slice(0, -1)},"cells":[${cells.join()}]}`, size: cells.length + unknown.length };
}
