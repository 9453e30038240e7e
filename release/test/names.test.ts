import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { findPlaceholders, readNames } from '../src/names.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = readNames(root);
const { npm, ...addresses } = names;
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && path !== 'release.json' && existsSync(join(root, path)));

it.each(Object.entries(addresses))('no other file repeats %s of release.json', (_name, value) => {
  expect(files.length).toBeGreaterThan(1_000);
  const part = value.replace(/^[a-z]+:\/\//, '');
  expect(files.filter((path) => readFileSync(join(root, path), 'utf8').includes(part))).toEqual([]);
});

it('names of one owner have no placeholder, and those of a fork show theirs', () => {
  expect(findPlaceholders({ ...names, images: 'ghcr.io/acme/flags' })).not.toContain('images');
  expect(findPlaceholders({ ...names, npm: { ...npm, server: '@OWNER/bunting' } })).toContain('npm.server');
});
