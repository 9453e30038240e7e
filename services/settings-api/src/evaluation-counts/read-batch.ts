import { isUuid } from '@bunting/definitions/uuid';
import { readStoredCells, readStoredUnknownKeys, type StoredCell } from '@bunting/evaluation-counts';

/** In evaluation_rollup: no variation was served. */
export const noVariation = '00000000-0000-0000-0000-000000000000';

/** The number of evaluations of a variable with a variation for a reason, as an evaluator counted them. */
export interface Cell {
  readonly variableId: string;
  readonly variationId: string;
  readonly reason: number;
  readonly asked: number;
  readonly count: number;
}

export interface CountedKey {
  readonly key: string;
  readonly count: number;
  /** Asked for with client keys. */
  readonly isPublic: boolean;
}

export interface ReadBatch {
  readonly cells: readonly Cell[];
  readonly keys: readonly CountedKey[];
  /** Why something was left out; undefined = nothing was. */
  readonly problem?: string | undefined;
}

const maxKeyLength = 100;

/**
 * Reads a batch from JSON; null = it is too long. What has another form is left out instead of thrown: a row that somebody wrote by hand
 * must not keep the others from being rolled up.
 */
export function readBatch(cells: string | null, unknown: string | null): ReadBatch {
  const readCells = read(cells, readStoredCells);
  const readKeys = read(unknown, readStoredUnknownKeys);
  const isStorableCell = ([variableId, variationId]: StoredCell) =>
    isUuid(variableId) && (variationId === null || isUuid(variationId));
  const foundCells = readCells.entries.filter(isStorableCell);
  const foundKeys = readKeys.entries.filter(([key]) => isStorableKey(key));
  const isCut = foundCells.length < readCells.entries.length || foundKeys.length < readKeys.entries.length;
  return {
    cells: foundCells.map(toCell),
    keys: foundKeys.map(([key, count, isPublic]) => ({ key, count, isPublic: isPublic === 1 })),
    problem: readCells.problem ?? readKeys.problem ?? (isCut ? 'ids or keys cannot be stored' : undefined),
  };
}

function read<Entry>(
  text: string | null,
  entriesOf: (stored: unknown) => readonly Entry[],
): { entries: readonly Entry[]; problem?: string } {
  if (text === null) return { entries: [], problem: 'too long' };
  try {
    return { entries: entriesOf(JSON.parse(text)) };
  } catch (error) {
    return { entries: [], problem: (error as Error).message.slice(0, 200) };
  }
}

/** Ids are the same in either case: one statement must not have two rows of the same cell. */
function toCell([variableId, variationId, reason, asked, count]: StoredCell): Cell {
  return {
    variableId: variableId.toLowerCase(),
    variationId: variationId?.toLowerCase() ?? noVariation,
    reason,
    asked,
    count,
  };
}

/**
 * Returns whether PostgreSQL can store a key: neither U+0000 nor half of a surrogate pair, and short enough for an
 * index.
 */
function isStorableKey(key: string): boolean {
  return key !== '' && key.length <= maxKeyLength && !key.includes('\0') && key.isWellFormed();
}
