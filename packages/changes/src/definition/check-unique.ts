import { memberPath } from './problem.ts';
import type { Problem } from './problem.ts';

/** Finds the entries of a list that repeat an earlier one's `member`, in any case. */
export function* checkUnique<Member extends string>(
  entries: readonly { readonly [name in Member]: string }[],
  member: Member,
  path: string,
): Generator<Problem> {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const value = entry[member].toLowerCase();
    if (seen.has(value))
      yield { path: memberPath(`${path}[${index}]`, member), message: `is given twice: ${value}` };
    seen.add(value);
  }
}
