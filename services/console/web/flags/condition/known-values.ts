import type { Group } from '../../api/types.ts';
import { getAttribute } from './words.ts';

/** Returns the values that rules or segments use, by attribute, as suggestions. */
export function knownValues(
  rules: readonly { readonly any_of?: readonly Group[] | undefined }[],
): Readonly<Record<string, readonly string[]>> {
  const known = new Map<string, Set<string>>();
  for (const condition of rules.flatMap((rule) => (rule.any_of ?? []).flatMap(({ all_of: all }) => all))) {
    const attribute = getAttribute(condition);
    const values = known.get(attribute) ?? new Set<string>();
    for (const value of (condition.values ?? []).slice(0, 100)) values.add(String(value));
    known.set(attribute, values);
  }
  return Object.fromEntries([...known].map(([attribute, values]) => [attribute, [...values].slice(0, 100)]));
}
