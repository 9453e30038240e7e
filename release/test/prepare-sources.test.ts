import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readNames } from '../src/names.ts';
import { prepareSources } from '../src/prepare-sources.ts';

const own = readNames(new URL('../..', import.meta.url).pathname);
const fork = { ...own, npm: { scope: '@acme', server: '@acme/flags' } };
const manifest =
  '{\n  "name": "@bunting/node",\n  "version": "0.1.0",\n  "engines": { "version": "0.1.0" }\n}\n';
let folder: string;
const write = (path: string, text: string | Buffer) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'bunting-sources-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('the version is set in each manifest, and nowhere else', () => {
  write('packages/node/package.json', manifest);
  write('docs/a.json', manifest);
  prepareSources(folder, '1.2.3', own);
  expect(read('packages/node/package.json')).toBe(manifest.replace('0.1.0', '1.2.3'));
  expect(read('docs/a.json')).toBe(manifest);
});

it('a fork has its scope and its package in every text', () => {
  write(
    'docs/deep/a.md',
    'npm i @bunting/node; npx bunting --help; npx @bunting/cli refs push; @buntings/x\n',
  );
  prepareSources(folder, '1.2.3', fork);
  expect(read('docs/deep/a.md')).toBe(
    'npm i @acme/node; npx @acme/flags --help; npx @acme/cli refs push; @buntings/x\n',
  );
});

it('files that are no text stay as they are', () => {
  const bytes = Buffer.from([0x89, 0, 0xff, ...Buffer.from('@bunting/node')]);
  write('a.png', bytes);
  prepareSources(folder, '1.2.3', fork);
  expect(readFileSync(join(folder, 'a.png'))).toEqual(bytes);
});
