import { asList, asRecord, asText, type StoredRecord } from '../definition/stored.ts';
import type { Prerequisite, Prerequisites } from '../model/feature.ts';

/**
 * Compiles the prerequisites of stored targeting; `undefined` = there are none, or targeting is off. A malformed one is never met, because it
 * names no variable.
 */
export function compilePrerequisites(targeting: StoredRecord | undefined): Prerequisites | undefined {
  const stored = targeting?.['prerequisites'];
  if (stored === undefined || stored === null || targeting?.['enabled'] !== true) return undefined;
  const list = asList(stored) ?? [undefined];
  if (list.length === 0) return undefined;
  return { entries: list.map(compilePrerequisite), changes: undefined, seenCount: -1, isWithin: false };
}

function compilePrerequisite(entry: unknown): Prerequisite {
  const stored = asRecord(entry);
  return {
    slug: asText(stored?.['variable']) ?? '',
    variations: (asList(stored?.['variations']) ?? []).filter((slug) => typeof slug === 'string'),
    cell: undefined,
    variable: undefined,
    accepts: [],
  };
}
