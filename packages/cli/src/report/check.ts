import { groupByKey, type ReportedReference } from './report.ts';

export interface CheckProblem {
  readonly key: string;
  readonly status: 'unknown' | 'archived';
  /** The references in code; comments are left out. */
  readonly references: readonly ReportedReference[];
}

/**
 * Finds the keys that --check fails on. Keys that only comments mention are omitted, because no code evaluates them.
 * `allowed` lists keys that may be unknown; `*` stands for any characters.
 */
export function findProblems(
  references: readonly ReportedReference[],
  allowed: readonly string[],
): readonly CheckProblem[] {
  const patterns = allowed.map((text) => text.toLowerCase().split('*'));
  const inCode = references.filter(({ isComment }) => !isComment);
  return groupByKey(inCode).flatMap(([key, group]) => {
    const { status } = group[0] as ReportedReference;
    const isProblem =
      status === 'archived' || (status === 'unknown' && !patterns.some((pieces) => fits(key, pieces)));
    return isProblem ? [{ key, status, references: group }] : [];
  });
}

/**
 * Returns whether the text is the pieces with any characters between them. Taking each piece at its first index needs no
 * backtracking.
 */
function fits(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const piece of others) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
