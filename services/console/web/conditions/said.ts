/** What the server says of conditions, by path, and what may be suggested for their values. Pure. */
import type { Condition, Group } from '../api/types.ts';

export interface Said {
  readonly path: string;
  readonly message: string;
}

/** What is said of a part, with paths that begin there: of `any_of[0].all_of[1]` below `any_of` is `[0].all_of[1]`. */
export function below(said: readonly Said[], part: string): Said[] {
  return said
    .filter(({ path }) => path.startsWith(part) && /^($|[.[])/.test(path.slice(part.length)))
    .map(({ path, message }) => ({ path: path.slice(part.length).replace(/^\./, ''), message }));
}

const attributeOf = ({ property, custom_key: key }: Condition) =>
  property === 'custom' ? `custom.${key ?? ''}` : property;

/** Values that the rules have already, by attribute: what somebody is likely to type again. */
export function knownValues(
  rules: readonly { readonly any_of?: readonly Group[] }[],
): Readonly<Record<string, readonly string[]>> {
  const known = new Map<string, Set<string>>();
  for (const condition of rules.flatMap((rule) => (rule.any_of ?? []).flatMap(({ all_of: all }) => all))) {
    const attribute = attributeOf(condition);
    const values = known.get(attribute) ?? new Set<string>();
    for (const value of (condition.values ?? []).slice(0, 100)) values.add(String(value));
    known.set(attribute, values);
  }
  return Object.fromEntries([...known].map(([attribute, values]) => [attribute, [...values].slice(0, 100)]));
}
