import { isUuid } from '@bunting/definitions/uuid';
import type { EvaluationCount } from '@bunting/evaluator';
import {
  maxPublicUnknownKeys,
  maxStoredCount,
  maxUnknownKeys,
  nameOfUnknownKey,
  otherKeys,
  type UnknownKeyCount,
} from './batch.ts';

/** The number of evaluations of one variable with one variation for one reason; an element of the variable's list. */
export interface PendingCell {
  readonly variationId: string | null;
  /** Twice the reason, and one more where everything was asked for. */
  readonly kind: number;
  count: number;
  readonly next: PendingCell | undefined;
}

/** The counts of an environment within one hour that are not stored yet. */
export interface EnvironmentCounts {
  readonly environmentId: string;
  /** Milliseconds since 1970, as all times here. */
  readonly beginsAt: number;
  endsAt: number;
  /** By variable. */
  readonly cells: Map<string, PendingCell>;
  readonly unknown: Map<string, number>;
  /** Unknown keys requested with client keys. */
  readonly publicUnknown: Map<string, number>;
}

export function createEnvironmentCounts(environmentId: string, beginsAt: number): EnvironmentCounts {
  return {
    environmentId,
    beginsAt,
    endsAt: beginsAt,
    cells: new Map(),
    unknown: new Map(),
    publicUnknown: new Map(),
  };
}

/** Asked before a new cell or key is added; false = there is no room, and so many evaluations are dropped. */
export type Admit = (evaluations: number) => boolean;

export function addCount(
  { cells }: EnvironmentCounts,
  { variableId, variationId, reason, asked, count }: EvaluationCount,
  admit: Admit,
): void {
  const kind = 2 * reason + asked;
  const first = cells.get(variableId);
  let cell = first;
  while (cell !== undefined) {
    if (cell.variationId === variationId && cell.kind === kind) {
      cell.count = Math.min(cell.count + count, maxStoredCount);
      return;
    }
    cell = cell.next;
  }
  // A definition that was stored past all checks may have other ids, which no batch can have.
  if (!isUuid(variableId) || (variationId !== null && !isUuid(variationId))) return;
  if (admit(count)) cells.set(variableId, { variationId, kind, count, next: first });
}

export function addUnknownKey(
  counts: EnvironmentCounts,
  { key, count, isPublic }: UnknownKeyCount,
  admit: Admit,
): void {
  const unknown = isPublic ? counts.publicUnknown : counts.unknown;
  const capacity = isPublic ? maxPublicUnknownKeys : maxUnknownKeys;
  let name = nameOfUnknownKey(key);
  if (!unknown.has(name) && namesOf(unknown) >= capacity) name = otherKeys;
  const known = unknown.get(name);
  if (known !== undefined) unknown.set(name, Math.min(known + count, maxStoredCount));
  // Copied, because a part of the text of a request would keep all of it.
  else if (admit(count)) unknown.set(Buffer.from(name, 'latin1').toString('latin1'), count);
}

/** Returns the number of names. `otherKeys` does not count against the limit. */
function namesOf(unknown: ReadonlyMap<string, number>): number {
  return unknown.size - Number(unknown.has(otherKeys));
}
