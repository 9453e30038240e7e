import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const tracked = existsSync(join(root, '.git'))
  ? execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  : [];

describe('the dependencies', () => {
  const lock = read('pnpm-lock.yaml');
  const packages = lock.slice(lock.indexOf('\npackages:\n'), lock.indexOf('\nsnapshots:\n'));

  it('each have a hash and are from a registry, not from an archive or a repository', () => {
    const resolutions = [...packages.matchAll(/^ {4}resolution: (.*)$/gm)].map(
      ([, resolution]) => resolution!,
    );
    expect(resolutions.length).toBeGreaterThan(700);
    expect(resolutions.length).toBe([...packages.matchAll(/^ {2}\S.*:$/gm)].length);
    const other = resolutions.filter((each) => !/^\{integrity: sha512-[\w+/]{86}==\}$/.test(each));
    expect(other).toEqual([]);
    expect(lock).not.toMatch(/tarball:|git\+|codeload|type: git/);
  });

  it('have exact versions', () => {
    const manifests = tracked.filter((path) => /(^|\/)package\.json$/.test(path));
    expect(manifests.length).toBeGreaterThan(20);
    for (const path of manifests) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(path)) as Record<
        string,
        Record<string, string>
      >;
      const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, version]) => !/^((npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?|workspace:\*)$/.test(version),
      );
      expect([path, loose]).toEqual([path, []]);
    }
  });

  it('run no install scripts', () => {
    const [, list] = /^allowBuilds:.*\n((?: {2}.*\n)+)/m.exec(read('pnpm-workspace.yaml'))!;
    const decisions = [...list!.matchAll(/^ {2}'?[^':]+'?: (true|false)/gm)].map(([, decision]) => decision);
    expect(decisions.length).toBeGreaterThan(10);
    expect(decisions).not.toContain('true');
  });
});

it('the history contains no private key', () => {
  const log = ['log', '--format=%h %s', '--extended-regexp'];
  const search = String.raw`-G-----BEGIN [A-Z ]*PRIVATE KEY-----(\\n|$)`;
  const found = execFileSync('git', [...log, search], { cwd: root, encoding: 'utf8' });
  expect(found).toBe('');
});

it('the sources contain no private key', () => {
  expect(tracked.length).toBeGreaterThan(1_000);
  const withKeys = tracked.filter(
    (path) =>
      existsSync(join(root, path)) && /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/]{40}/.test(read(path)),
  );
  expect(withKeys).toEqual([]);
});
