import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const page = fileURLToPath(new URL('../../docs/explanations/security.md', import.meta.url));
const text = readFileSync(page, 'utf8');

/** Returns the rows of all tables below a heading, by their first cell. */
function rowsBelow(heading: string): (readonly [first: string, row: string])[] {
  const section = text.split(`\n## ${heading}`)[1]!.split('\n## ')[0]!;
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:---|What |Risk )/.test(line))
    .map((row) => [row.split('|')[1]!.trim(), row]);
}

/**
 * Expects that each `[name of a test](file)` of a row is in that file. A file of data, or a file of which all tests are
 * meant, is named alone.
 */
function expectTestsOf(row: string): void {
  const named = [...row.matchAll(/\[((?:\\.|[^\]\\])+)\]\(([^)]+\.test\.ts)\)/g)];
  expect([row, named.length > 0 || /\]\((?:\.\.\/)+contract\//.test(row)]).toEqual([row, true]);
  for (const [, name, path] of named) {
    const file = join(dirname(page), path!);
    expect([path, existsSync(file)]).toEqual([path, true]);
    expect([name, readFileSync(file, 'utf8').includes(name!.replaceAll('\\', ''))]).toEqual([name, true]);
  }
}

describe('the OWASP table of docs/explanations/security.md', () => {
  const risks = rowsBelow('OWASP');

  it('has a row for each of the ten risks', () => {
    expect(risks.map(([risk]) => /^API\d+/.exec(risk)![0])).toEqual(
      Array.from({ length: 10 }, (_, n) => `API${n + 1}`),
    );
  });

  it.each(risks)('names existing tests of %s', (_risk, row) => {
    expectTestsOf(row);
  });
});

describe('the bounds in docs/explanations/security.md', () => {
  it.each(rowsBelow('Bounds'))('have a test: %s', (_what, row) => {
    expectTestsOf(row);
  });
});
