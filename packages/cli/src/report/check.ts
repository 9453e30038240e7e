import { byKey, type ReportedReference } from './report.ts';

export interface CheckProblem {
  readonly key: string;
  readonly status: 'unknown' | 'archived';
  /** Where it stands; comments left out. */
  readonly references: readonly ReportedReference[];
}

/**
 * What --check fails on. A key that only comments name is no problem: nothing asks for it.
 * `allowed` are keys that may be unknown; `*` stands for any characters.
 */
export function findProblems(
  references: readonly ReportedReference[],
  allowed: readonly string[],
): readonly CheckProblem[] {
  const patterns = allowed.map(
    (text) =>
      new RegExp(
        `^${text
          .toLowerCase()
          .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
          .replaceAll('*', '.*')}$`,
      ),
  );
  const inCode = references.filter(({ isComment }) => !isComment);
  return byKey(inCode).flatMap(([key, group]) => {
    const { status } = group[0] as ReportedReference;
    const isProblem =
      status === 'archived' || (status === 'unknown' && !patterns.some((pattern) => pattern.test(key)));
    return isProblem ? [{ key, status, references: group }] : [];
  });
}
