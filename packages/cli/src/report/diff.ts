import type { Reference } from '../scan/scan-tree.ts';
import { byKey, type KeyStatus } from './report.ts';

/** What changed for one key. */
export interface KeyChange {
  readonly key: string;
  readonly status: KeyStatus;
  readonly added: readonly Reference[];
  readonly removed: readonly Reference[];
  /** References before and after. */
  readonly before: number;
  readonly after: number;
}

/**
 * References are the same when key, file and code are: a line that only moved is no change. Where a line stands
 * several times, their number counts.
 */
export function compare(
  before: readonly Reference[],
  after: readonly Reference[],
  statusOf: (key: string) => KeyStatus,
): KeyChange[] {
  const [groupsBefore, groupsAfter] = [new Map(byKey(before)), new Map(byKey(after))];
  const keys = [...new Set([...groupsBefore.keys(), ...groupsAfter.keys()])].toSorted();
  return keys.flatMap((key) => {
    const [was, is] = [groupsBefore.get(key) ?? [], groupsAfter.get(key) ?? []];
    const added = without(is, was);
    const removed = without(was, is);
    if (added.length + removed.length === 0) return [];
    return [{ key, status: statusOf(key), added, removed, before: was.length, after: is.length }];
  });
}

function without(references: readonly Reference[], others: readonly Reference[]): Reference[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(identityOf(other), (left.get(identityOf(other)) ?? 0) + 1);
  return references.filter((reference) => {
    const count = left.get(identityOf(reference)) ?? 0;
    if (count > 0) left.set(identityOf(reference), count - 1);
    return count === 0;
  });
}

function identityOf({ file, snippet }: Reference): string {
  return `${file}\0${snippet}`;
}
