import type { SkipReason } from '../scan/files/skip-reason.ts';
import type { Reference } from '../scan/scan-tree.ts';
import type { ProjectKeys } from '../service/service-client.ts';

export type KeyStatus = 'known' | 'archived' | 'unknown' | 'unchecked';

export interface ReportedReference extends Reference {
  readonly status: KeyStatus;
  /** In a repository with several: the project that the file belongs to. */
  readonly project?: string;
}

/** The result of a scan, with the status of each key in the project. */
export interface Report {
  readonly project: string | undefined;
  readonly references: readonly ReportedReference[];
  readonly scanned: number;
  readonly skipped: ReadonlyMap<SkipReason, readonly string[]>;
  readonly unresolved: number;
  readonly version: string;
}

export function createStatusLookup(keys: ProjectKeys | undefined): (key: string) => KeyStatus {
  if (keys === undefined) return () => 'unchecked';
  return (key) => {
    if (keys.archived?.has(key)) return 'archived';
    return keys.keys.has(key) ? 'known' : 'unknown';
  };
}

/** Groups references by key, in the order of the keys. */
export function groupByKey<One extends { readonly key: string }>(
  references: readonly One[],
): [string, One[]][] {
  const groups = new Map<string, One[]>();
  for (const reference of references) {
    const group = groups.get(reference.key);
    if (group === undefined) groups.set(reference.key, [reference]);
    else group.push(reference);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Formats 12345 as 12,345. Intl would do the same, but loading it takes 50 ms. */
export function formatNumber(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
