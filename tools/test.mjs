// `npm test` and its smaller variants. They tell Jest which tests to run; servers are started when a test asks for them.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build, generateClient, root } from '../local/prepare.mjs';
import { Failure, run, step } from '../local/progress.mjs';

/**
 * Runs all tests (`npm test`), on a built workspace, with all programs from Debian that they need. Returns the exit code.
 */
export async function testEverything() {
  await import('./run-typescript.mjs');
  const { installTestPackages, missingTestPackages } = await import('@bunting/embedded-servers');
  const missing = missingTestPackages();
  const installing = missing.length > 0 ? installTestPackages(missing) : undefined;
  const isBuilt = await passes(build);
  if (installing) await step(`Installing ${missing.join(', ')}`, () => installing);
  // A type error does not stop the tests, because they report it too.
  const code = await jest([], { TEST_RUN_IS_BUILT: isBuilt ? '1' : '' });
  return isBuilt ? code : code || 1;
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
