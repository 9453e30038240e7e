import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { release } from '../src/release.ts';

const names = {
  npm: { scope: '@bunting', server: 'bunting' },
  images: 'registry.example/bunting',
  charts: 'oci://registry.example/charts',
  repository: 'https://git.example/acme/bunting',
  documentation: 'https://docs.example',
};

let root: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
const commit = () => {
  git('add', '.');
  git('-c', 'user.name=Jo', '-c', 'user.email=jo@acme.example', 'commit', '--quiet', '--message=change');
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bunting-release-test-'));
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(root, '.gitignore'), 'dist/\n');
  writeFileSync(join(root, 'release.json'), JSON.stringify(names));
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n- A\n\n## 1.1.0\n\n## 1.0.0 – 2026-11-28\n\n- B\n',
  );
  commit();
});
afterEach(() => rmSync(root, { recursive: true }));

/** Returns the message with which a release is refused. */
async function refuse(...args: string[]): Promise<string> {
  const printed: string[] = [];
  const step = (label: string) => Promise.reject(new Error(`${label} was begun`));
  const failure: unknown = await release(args, {
    root,
    env: process.env,
    step,
    print: (line) => void printed.push(line),
  }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'Failure' });
  expect(printed).toEqual([]);
  expect(existsSync(join(root, 'dist'))).toBe(false);
  return (failure as Error).message;
}

describe('a release is refused in one sentence, and leaves nothing in dist/,', () => {
  it.each([
    [[], 'Which version? Run npm run release -- VERSION [--dry-run] [--only NAME].'],
    [
      ['1.0.0', '1.1.0'],
      '"1.1.0" is one argument too many: run npm run release -- VERSION [--dry-run] [--only NAME].',
    ],
    [
      ['1.0.0', '--publish'],
      "Unknown option '--publish': run npm run release -- VERSION [--dry-run] [--only NAME].",
    ],
    [['1.0'], '"1.0" isn\'t a version of SemVer such as 1.2.3 or 1.2.3-rc.1.'],
    [['v1.0.0'], '"v1.0.0" isn\'t a version of SemVer such as 1.2.3 or 1.2.3-rc.1.'],
    [['1.0.0+5'], '"1.0.0+5" isn\'t a version of SemVer such as 1.2.3 or 1.2.3-rc.1.'],
    [['../1.0.0'], '"../1.0.0" isn\'t a version of SemVer such as 1.2.3 or 1.2.3-rc.1.'],
    [['1.2.0'], 'CHANGELOG.md has no section "## 1.2.0": rename Unreleased to "## 1.2.0 – DATE".'],
    [['1.1.0'], 'The section "## 1.1.0" of CHANGELOG.md is empty: say what changed.'],
  ])('with the arguments %j', async (args, message) => {
    expect(await refuse(...args)).toBe(message);
  });

  it('for an artefact that does not exist', async () => {
    expect(await refuse('1.0.0', '--only', 'nothing')).toMatch(
      /^There is no artefact "nothing": choose from .+\.$/,
    );
  });

  it('from a working tree with a changed file', async () => {
    writeFileSync(join(root, 'release.json'), '{}');
    expect(await refuse('1.0.0')).toBe(
      'The working tree has changes, such as in release.json: commit or stash them.',
    );
  });

  it('from a working tree with a new file, also as a dry run', async () => {
    writeFileSync(join(root, 'new.ts'), '');
    expect(await refuse('1.0.0', '--dry-run')).toBe(
      'The working tree has changes, such as in new.ts: commit or stash them.',
    );
  });

  it('from a folder that is no clone', async () => {
    rmSync(join(root, '.git'), { recursive: true });
    expect(await refuse('1.0.0')).toBe('A release needs a clone of the Git repository.');
  });

  it('of a version whose tag is at another commit', async () => {
    git('tag', 'v1.0.0');
    writeFileSync(join(root, 'new.ts'), '');
    commit();
    expect(await refuse('1.0.0')).toBe(
      'Version 1.0.0 exists: the tag v1.0.0 is at another commit. Choose a higher version.',
    );
  });
});

it('a release that was built is not built again', async () => {
  mkdirSync(join(root, 'dist/release/1.0.0'), { recursive: true });
  const step = () => Promise.reject(new Error('was begun'));
  await expect(release(['1.0.0'], { root, env: process.env, step, print: () => {} })).rejects.toThrow(
    'Version 1.0.0 exists: delete dist/release/1.0.0 to build it again.',
  );
});

it('a release that fails leaves nothing in dist/, also from the commit of its tag', async () => {
  git(
    '-c',
    'user.name=Jo',
    '-c',
    'user.email=jo@acme.example',
    'tag',
    '--annotate',
    '--message=one',
    'v1.0.0',
  );
  const step = () => Promise.reject(new Error('the build fails'));
  const failing = release(['1.0.0'], { root, env: process.env, step, print: () => {} });
  await expect(failing).rejects.toThrow('the build fails');
  expect(existsSync(join(root, 'dist'))).toBe(false);
});

it('the command prints the sentence and ends with exit code 1', () => {
  const main = fileURLToPath(new URL('../main.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, '1.0'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: '"1.0" isn\'t a version of SemVer such as 1.2.3 or 1.2.3-rc.1.\n',
  });
});
