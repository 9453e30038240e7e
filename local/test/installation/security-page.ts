import { readFileSync } from 'node:fs';

const page = new URL('../../../docs/explanations/security.md', import.meta.url);

/** Returns the rows of the first table below a heading of docs/explanations/security.md, as lists of cells. */
export function tableBelow(heading: string): string[][] {
  const section = readFileSync(page, 'utf8').split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const cells = row.split('|').slice(1, -1);
    return cells.map((cell) => cell.trim());
  });
}
