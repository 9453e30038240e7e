import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '../src/release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A checkout whose one commit is the present state of the working tree, with a section of the CHANGELOG for a version. */
export interface Checkout {
  readonly folder: string;
  /** Builds a release as `npm run release` does. Returns its folder, and the lines that it printed. */
  release(...args: readonly string[]): Promise<{ folder: string; printed: readonly string[] }>;
  remove(): void;
}

/** Makes a checkout. `files` are texts that replace files of it. */
export function makeCheckout(version: string, files: Readonly<Record<string, string>> = {}): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-checkout-'));
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' });
  const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const path of listed.filter(Boolean)) {
    // A file that was deleted is listed until that is committed.
    if (lstatSync(join(root, path), { throwIfNoEntry: false }) === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const section = `## ${version} – 2026-11-28\n\n- Everything of [the README](README.md).\n\n`;
  const all = { 'CHANGELOG.md': changelog.replace(/^## /m, `${section}## `), ...files };
  for (const [path, text] of Object.entries(all)) writeFileSync(join(folder, path), text);
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  const author = ['-c', 'user.name=Jo', '-c', 'user.email=jo@acme.example', '-c', 'commit.gpgSign=false'];
  git(folder, ...author, 'commit', '--quiet', '--message=release', '--date=2026-11-28T12:00:00Z');
  return {
    folder,
    async release(...args) {
      const printed: string[] = [];
      await release([version, ...args], {
        root: folder,
        env: process.env,
        step: (_label, work) => work(),
        print: (line) => void printed.push(line),
      });
      return { folder: join(folder, 'dist/release', version), printed };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
