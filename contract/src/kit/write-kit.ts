import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProjects, readStoredProjects } from '../vectors/read-vectors.ts';
import { toKitCases } from './cases.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Folders and files of contract/ that are data. */
const vectors = [
  'bucketing',
  'clients',
  'dates',
  'evaluation',
  'http',
  'ofrep',
  'webhooks',
  'fixture.yaml',
  'user-signatures.json',
];

/** Writes the kit for implementations in other languages into an empty folder: vectors, cases, schemas, a checker and a runner. */
export function writeKit(folder: string, version: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'kit'), folder, { recursive: true });
  for (const path of vectors) cpSync(join(root, path), join(folder, 'vectors', path), { recursive: true });
  cpSync(join(root, 'README.md'), join(folder, 'vectors/README.md'));
  const cases = [...readProjects(), ...readStoredProjects()].flatMap(toKitCases);
  const lines = cases.map((each) => `${JSON.stringify(each)}\n`).join('');
  writeFileSync(join(folder, 'cases.jsonl'), lines);
  const files = listFiles(folder).map((path) => describe(folder, path));
  const manifest = { version, cases: cases.length, files };
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function describe(folder: string, path: string): { path: string; bytes: number; sha256: string } {
  const content = readFileSync(join(folder, path));
  return { path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}
