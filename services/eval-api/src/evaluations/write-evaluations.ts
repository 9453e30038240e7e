import type { Evaluations } from './evaluate-many.ts';

/**
 * Writes the members of the answer that its entity tag covers, up to its end. `tracesOf` returns the traces of the result with that
 * index; absent = no result has any. The text is written by hand, as for `POST /v1/variables`.
 */
export function writeEvaluations(
  { refreshAt, members, found }: Evaluations,
  tracesOf?: (index: number) => string,
): string {
  let text = refreshAt === undefined ? '"results":{' : `"refresh_at":"${instantOf(refreshAt)}","results":{`;
  for (let index = 0; index < members.length; index++) {
    const evaluation = found[index]!;
    text += members[index]!;
    text += evaluation.text;
    if (tracesOf !== undefined) text += tracesOf(index);
    text += evaluation.split ? ',"split":true}' : '}';
  }
  return `${text}}}`;
}

/** Formats `2026-12-01T08:00:00Z`; a fraction of a second stays. */
function instantOf(time: number): string {
  return new Date(Math.ceil(time)).toISOString().replace('.000Z', 'Z');
}
