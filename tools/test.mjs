// `npm test` and its smaller kin. Jest is told what to run; what the tests need besides is started when one asks for it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build, generateClient, root } from '../local/prepare.mjs';
import { Failure, run, step } from '../local/progress.mjs';

/** `npm test`: everything, on a workspace that is built, with all the programs that Debian has for it. Returns the exit code. */
export async function testEverything() {
  await import('./run-typescript.mjs');
  const { installTestPackages, missingTestPackages } = await import('@bunting/embedded-servers');
  const missing = missingTestPackages();
  const installing = missing.length > 0 ? installTestPackages(missing) : undefined;
  const isBuilt = await passes(build);
  if (installing) await step(`Installing ${missing.join(', ')}`, () => installing);
  // What does not compile does not keep the tests from running: they have the last word.
  const code = await jest([], { TEST_RUN_IS_BUILT: isBuilt ? '1' : '' });
  return isBuilt ? code : code || 1;
}

/** `npm test -- PATH`: what Jest makes of the words. */
export async function testSome(words) {
  await generateClient();
  return jest(words);
}

/** `npm run test:unit`: what needs no server, no build and no program but Node.js. */
export function testUnits(words) {
  return jest([...words, '--selectProjects', 'unit']);
}

/** `npm run test:changed`: what imports a file that is not as on main, in a commit or in the working tree. */
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

  /** A clone may know main only as it was fetched. */
  function mainBranch() {
    for (const name of ['main', 'origin/main']) {
      if (git('branch', '--all', '--list', name, `remotes/${name}`).length > 0) return name;
    }
    throw new Failure('There is no branch main, here or at origin, to compare with.');
  }
}

function jest(words, env = {}) {
  const options = [process.env.NODE_OPTIONS, '--experimental-vm-modules --no-warnings']
    .filter(Boolean)
    .join(' ');
  return run(process.execPath, ['node_modules/jest/bin/jest.js', ...words], {
    cwd: root,
    env: { ...process.env, ...env, NODE_OPTIONS: options },
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
