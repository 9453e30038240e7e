/** Each test file is in `npm test` or in `npm run test:release`, as its name says; CI runs both. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { runs, repeatArguments } = (await import(new URL('../test.mjs', import.meta.url).href)) as {
  runs: Record<'test' | 'test:release', readonly string[]>;
  repeatArguments: (words: readonly string[], files: readonly string[]) => string[];
};

/** It reads the logs of a run, and therefore ends both. */
const last = 'local/test/logs.test.ts';

/** Returns the test files of a run, those of each project. One that two projects have is there twice. */
function filesOf(words: readonly string[]): string[] {
  const projects = words.slice(words.indexOf('--selectProjects') + 1);
  return projects.flatMap((project) => listTests('--selectProjects', project));
}

/** Returns the test files that Jest would run with these arguments. */
function listTests(...words: readonly string[]): string[] {
  const { JEST_WORKER_ID: _id, LONG_TESTS: _long, ...env } = process.env;
  const jest = ['node_modules/jest/bin/jest.js', '--listTests', ...words];
  const printed = execFileSync(process.execPath, jest, { cwd: root, env, encoding: 'utf8' });
  const files = printed.split('\n').filter((line) => line.startsWith(root));
  return files.map((file) => relative(root, file));
}

describe('a test file', () => {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.*'];
  const files = execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const isOfRelease = (file: string) => file.endsWith('.release.test.ts');

  it('that is named so is in npm run test:release', () => {
    const expected = [...files.filter(isOfRelease), last];
    expect(filesOf(runs['test:release']).toSorted()).toEqual(expected.toSorted());
  });

  it('is in npm test otherwise', () => {
    const expected = files.filter((file) => !isOfRelease(file));
    expect(filesOf(runs.test).toSorted()).toEqual(expected.toSorted());
  });
});

it.each([
  ['npm test', runs.test, 'tools/test/runs.test.ts'],
  ['npm run test:release', runs['test:release'], 'tools/test/newest-lts.release.test.ts'],
])('a file of %s that failed can run once more alone', (_name, words, file) => {
  expect(listTests(...repeatArguments(words, [file]))).toEqual([file]);
});

it('.ci/run runs both', () => {
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^exec npm run test:all$/m);
});
