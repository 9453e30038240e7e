import { reasons, type Evaluation } from '@bunting/evaluator';

/** The ways of requesting a variable: by its key, or with all of the environment. Batches store the index. */
export const requestKinds = ['named', 'all'] as const;

/** One of them. */
export type RequestKind = (typeof requestKinds)[number];

/** The number of evaluations of a variable, by variation (null = none), reason (index in `reasons`) and way of requesting (0, 1). */
export type StoredCell = readonly [
  variableId: string,
  variationId: string | null,
  reason: number,
  asked: number,
  count: number,
];

/**
 * The number of requests for a key that resolves to nothing. `isPublic` (0, 1): with client keys, which anybody may have; absent in format 1.
 */
export type StoredUnknownKey = readonly [key: string, count: number, isPublic?: number];

/** A request for a key that resolves to nothing, and how often it was made. `key` is lower-cased. */
export interface UnknownKeyCount {
  readonly key: string;
  readonly count: number;
  /** It came with a client key: anybody may have it, and may ask for any names. */
  readonly isPublic: boolean;
}

/** The format of `evaluation_batch`: since 2, unknown keys are marked if they were requested with client keys. */
export const batchFormat = 2;

/** The counts of one process for one environment in an interval, or a part of them: a row of `evaluation_batch`. */
export interface EvaluationBatch {
  /** Made before the first try to store it, so that a batch whose outcome is unknown is stored once. */
  readonly id: string;
  readonly environmentId: string;
  /** Both within one hour of UTC, or `endsAt` is the end of that hour. */
  readonly beginsAt: Date;
  readonly endsAt: Date;
  readonly cells: readonly StoredCell[];
  readonly unknown: readonly StoredUnknownKey[];
}

/** More cells of an environment and an interval are a further batch. */
export const maxCellsPerBatch = 5_000;

/**
 * Unknown keys of an environment in a batch, requested with other keys than client keys; further ones are counted together as
 * `otherKeys`.
 */
export const maxUnknownKeys = 200;

/** The same of those asked for with client keys. They have a place of their own, so that they never take that of the others. */
export const maxPublicUnknownKeys = 50;

/** The name under which keys are counted that are too many, too long, or no possible slug. No slug is this. */
export const otherKeys = '(other)';

/** No count of a batch is greater, so that sums of batches fit a bigint whatever clients claim. */
export const maxStoredCount = 1_000_000_000_000;

const possibleSlug = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** Returns the name under which an unknown, lower-cased key is counted. */
export function nameOfUnknownKey(key: string): string {
  return possibleSlug.test(key) ? key : otherKeys;
}

/** Reads the column `cells`. Throws on anything that is no list of cells: such a row was written by nobody. */
export function readStoredCells(stored: unknown): readonly StoredCell[] {
  if (!Array.isArray(stored) || !stored.every(isStoredCell)) throw new TypeError('These are no cells');
  return stored;
}

/** Reads the column `unknown`. Throws on anything that is no list of keys with their counts. */
export function readStoredUnknownKeys(stored: unknown): readonly StoredUnknownKey[] {
  if (!Array.isArray(stored) || !stored.every(isStoredUnknownKey)) {
    throw new TypeError('These are no keys with their counts');
  }
  return stored;
}

/** Returns the number that stands for a reason in a cell. */
export function indexOfReason(reason: Evaluation['reason']): number {
  return reasons.indexOf(reason);
}

function isStoredCell(cell: unknown): cell is StoredCell {
  if (!Array.isArray(cell) || cell.length !== 5) return false;
  const [variableId, variationId, reason, asked, count] = cell as unknown[];
  return (
    typeof variableId === 'string' &&
    (variationId === null || typeof variationId === 'string') &&
    isIndexOf(reasons, reason) &&
    isIndexOf(requestKinds, asked) &&
    isCount(count)
  );
}

function isStoredUnknownKey(entry: unknown): entry is StoredUnknownKey {
  if (!Array.isArray(entry) || entry.length < 2 || entry.length > 3) return false;
  const [key, count, isPublic = 0] = entry as unknown[];
  return typeof key === 'string' && isCount(count) && (isPublic === 0 || isPublic === 1);
}

function isIndexOf(list: readonly unknown[], value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < list.length;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
