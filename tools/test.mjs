// `npm test` and its variants. They tell Jest which tests to run; servers are started when a test asks for them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, generateClient, root } from '../local/prepare.mjs';
import { Failure, run, step } from '../local/progress.mjs';

/**
 * Arguments of Jest by command, with projects of jest.config.mjs. Each test file is in one of the two runs; the project `last`, which reads
 * the logs of a run, ends both.
 */
export const runs = {
  test: ['--selectProjects', 'unit', 'integration', 'last'],
  // Most of its files keep a core busy.
  'test:release': ['--maxWorkers=3', '--selectProjects', 'release', 'alone', 'last'],
};

/** Runs all tests except the slow ones that rarely break (`npm test`). Returns the exit code. */
export function testMost() {
  return testOneRun(runs.test);
}

/** Runs the slow tests that rarely break (`npm run test:release`), or those of them that Jest finds by these arguments. */
export function testRelease(words) {
  return words.length === 0
    ? testOneRun(runs['test:release'])
    : testSome([...words, ...runs['test:release']]);
}

async function testOneRun(words) {
  const env = await prepare();
  const code = await jest(words, env);
  return env.TEST_RUN_IS_BUILT === '1' ? code : code || 1;
}

/** More files than this fail because something is broken, not because the machine was busy. */
const maxRepeated = 5;
/** It reads what the services of a whole run printed, and would find nothing alone. */
const neverRepeated = 'local/test/logs.test.ts';

/** Runs every test, as CI does (`npm run test:all`), also where the first run fails. The last line has the sums of both runs. */
export async function testEverything() {
  const env = await prepare();
  let passed = 0;
  let failed = env.TEST_RUN_IS_BUILT === '1' ? 0 : 1;
  for (const words of Object.values(runs)) {
    const counts = await testRepeating(words, env);
    passed += counts.passed;
    failed += counts.failed;
  }
  console.log(`${passed} passed, ${failed} failed`);
  return Math.min(failed, 1);
}

/**
 * Runs Jest. A few files that failed run once more with nothing beside them, because limits of time say little on a busy machine; their
 * second result counts. Returns the sums.
 */
async function testRepeating(words, env) {
  const { results, failedOutside } = await jestWithResults(words, env);
  const failed = [...results.keys()].filter((file) => results.get(file).failed > 0);
  const repeated = failed.length > maxRepeated ? [] : failed.filter((file) => file !== neverRepeated);
  if (repeated.length > 0) {
    console.log(`Once more and alone, because they failed: ${repeated.join(' ')}`);
    const again = await jestWithResults(repeatArguments(words, repeated), env);
    for (const file of repeated) results.set(file, again.results.get(file) ?? results.get(file));
  }
  const sum = (name) => [...results.values()].reduce((total, counts) => total + counts[name], 0);
  return { passed: sum('passed'), failed: sum('failed') + (failedOutside ? 1 : 0) };
}

/** Returns the arguments with which Jest runs files of a run alone. It refuses a number of workers beside `--runInBand`. */
export function repeatArguments(words, files) {
  const others = words.filter((word) => !word.startsWith('--maxWorkers'));
  return [...files, '--runTestsByPath', '--runInBand', ...others];
}

const reporters = ['default', join(root, 'packages/testing/jest/results-reporter.mjs')];

/**
 * Runs Jest. Returns passed and failed tests by file, and whether the run failed outside of all files: also if Jest ended before it wrote
 * its results, whatever its exit code.
 */
async function jestWithResults(words, env) {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-results-'));
  const file = join(folder, 'results.json');
  try {
    const code = await jest([...words, '--reporters', ...reporters], { ...env, RESULTS_FILE: file });
    if (!existsSync(file)) return { results: new Map(), failedOutside: true };
    const files = JSON.parse(readFileSync(file, 'utf8'));
    const results = new Map(files.map(([path, passed, failed]) => [path, { passed, failed }]));
    return { results, failedOutside: code !== 0 && files.every(([, , failed]) => failed === 0) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Builds the workspace, and installs the programs from Debian that tests need. Returns variables for Jest. */
async function prepare() {
  await import('./run-typescript.mjs');
  const { installTestPackages, missingTestPackages } = await import('@bunting/embedded-servers');
  const missing = missingTestPackages();
  const installing = missing.length > 0 ? installTestPackages(missing) : undefined;
  // A type error does not stop the tests, because they report it too.
  const isBuilt = await passes(build);
  if (installing) await step(`Installing ${missing.join(', ')}`, () => installing);
  return { TEST_RUN_IS_BUILT: isBuilt ? '1' : '' };
}

/** Runs the tests that Jest finds by these arguments (`npm test -- PATH`). */
export async function testSome(words) {
  await generateClient();
  return jest(words);
}

/** Runs the tests that need no server, no build and no program except Node.js (`npm run test:unit`). */
export function testUnits(words) {
  return jest([...words, '--selectProjects', 'unit']);
}

/**
 * Runs the tests that import a file that differs from main, in a commit or in the working tree (`npm run
 * test:changed`).
 */
export async function testChanged(words) {
  const changed = changedFiles();
  if (changed.length === 0) {
    console.log('Nothing differs from main.');
    return 0;
  }
  await generateClient();
  const resolver = join(root, 'packages/testing/jest/resolve-source.cjs');
  return jest([...words, '--resolver', resolver, '--passWithNoTests', '--findRelatedTests', ...changed]);
}

function changedFiles() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base] = git('merge-base', 'HEAD', mainBranch());
  const tracked = git('diff', '--name-only', '--diff-filter=d', base);
  return [...tracked, ...git('ls-files', '--others', '--exclude-standard')];

  /** Returns the main branch. A clone may have it only as a remote branch. */
  function mainBranch() {
    for (const name of ['main', 'origin/main']) {
      if (git('branch', '--all', '--list', name, `remotes/${name}`).length > 0) return name;
    }
    throw new Failure('There is no branch main, here or at origin, to compare with.');
  }
}

/** Compilers and linters end before their memory matters: to collect less of it saves a tenth of their processor time, and more of some. */
const ofGoPrograms = { GOGC: process.env.GOGC ?? '400' };

function jest(words, env = {}) {
  const options = [process.env.NODE_OPTIONS, '--no-warnings'].filter(Boolean).join(' ');
  // Workers inherit it. Room for what a test throws away at once saves a twentieth of their processor time.
  const flags = ['--max-semi-space-size=64'];
  return run(process.execPath, [...flags, 'node_modules/jest/bin/jest.js', ...words], {
    cwd: root,
    env: { ...process.env, ...ofGoPrograms, ...env, NODE_OPTIONS: options },
  });
}

async function passes(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (error.output === undefined) throw error;
    console.error(`${error.output.trimEnd()}\n${error.message}`);
    return false;
  }
}
