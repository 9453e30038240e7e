import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const page = fileURLToPath(new URL('../../docs/security.md', import.meta.url));
const table = readFileSync(page, 'utf8').split('## OWASP')[1]!;
const rows = table.split('\n').filter((line) => /^\| API\d+ /.test(line));
const risks = rows.map((row) => [row.split('|')[1]!.trim(), row] as const);

describe('the OWASP table of docs/security.md', () => {
  it('has a row for each of the ten risks', () => {
    expect(risks.map(([risk]) => /^API\d+/.exec(risk)![0])).toEqual(
      Array.from({ length: 10 }, (_, n) => `API${n + 1}`),
    );
  });

  it.each(risks)('names tests of %s that there are', (_risk, row) => {
    const named = [...row.matchAll(/\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, name, path] of named) {
      const file = join(dirname(page), path!);
      expect([path, existsSync(file)]).toEqual([path, true]);
      expect([name, readFileSync(file, 'utf8').includes(name!.replaceAll('\\', ''))]).toEqual([name, true]);
    }
  });
});
