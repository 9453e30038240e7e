/** The most lines of a difference that are printed. */
const maxLines = 50;

/**
 * Returns the lines that a stale file lacks (`+`) and has too much (`-`); empty if the texts are the same. Line ends by CR and LF,
 * which git writes on Windows, count as LF.
 */
export function listDifferences(existing: string, expected: string): string[] {
  const before = linesOf(existing);
  const after = linesOf(expected);
  if (before.join('\n') === after.join('\n')) return [];
  const lines = [
    ...linesWithout(before, after).map((line) => `- ${line}`),
    ...linesWithout(after, before).map((line) => `+ ${line}`),
  ];
  if (lines.length === 0) return ['The lines are in another order.'];
  const rest = lines.length - maxLines;
  return rest > 0 ? [...lines.slice(0, maxLines), `and ${rest} more`] : lines;
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

/** Returns the lines that the others lack, each as often as they lack it, without the space around them. */
function linesWithout(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.flatMap((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count > 0 ? [] : [line.trim()];
  });
}
