import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

it('every value of the largest features takes at most eight times what is stored, whatever the kind of value', () => {
  const [hooks, script] = ['../../../tools/run-typescript.mjs', 'measure-cache-memory.ts'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  // In a process of its own: to collect the garbage of a worker that has run many suites takes a second each time.
  const output = execFileSync(process.execPath, ['--expose-gc', '--import', hooks!, script!], {
    encoding: 'utf8',
  });
  const measured = Object.entries(JSON.parse(output) as Record<string, number>);
  expect(measured).toHaveLength(6);
  expect(measured.filter(([, times]) => !(times < 8))).toEqual([]);
});
