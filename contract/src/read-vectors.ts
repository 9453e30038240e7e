import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HttpFile } from './http-case.ts';
import { projectOf } from './project.ts';
import type { Project } from './project.ts';
import type { VectorFile } from './vector-file.ts';

/** contract/, where the vectors lie; the same seen from src/ and from dist/. */
const root = new URL('../', import.meta.url);

export const fixtureFile = fileURLToPath(new URL('fixture.yaml', root));

export interface Murmur3File {
  readonly hashes: readonly { readonly about: string; readonly input: string; readonly hash: number }[];
}

export interface BucketFile {
  readonly buckets: readonly {
    readonly salt: string;
    readonly purpose: 'rollout' | 'split';
    readonly key: string;
    readonly bucket: number;
  }[];
}

export interface NamedHttpFile {
  readonly name: string;
  readonly file: HttpFile;
}

/** The projects of evaluation/ and evaluation/operators/, in the order of their names. */
export function readProjects(): Project[] {
  return ['evaluation/', 'evaluation/operators/'].flatMap((folder) =>
    namesIn(folder, '.json').map((name) => projectOf(readJson(folder + name) as VectorFile)),
  );
}

export function readHttpFiles(): NamedHttpFile[] {
  return namesIn('http/', '.json').map((name) => ({
    name: name.replace('.json', ''),
    file: readJson(`http/${name}`) as HttpFile,
  }));
}

export function readMurmur3(): Murmur3File {
  return readJson('bucketing/murmur3.json') as Murmur3File;
}

export function readBuckets(): BucketFile {
  return readJson('bucketing/buckets.json') as BucketFile;
}

/** The bootstrap document that a server has to load first, as YAML. */
export function readFixture(): string {
  return readText('fixture.yaml');
}

/** The organisations of the HTTP cases, as YAML. */
export function readHttpOrganisations(): string {
  return readText('http/organisations.yaml');
}

function namesIn(folder: string, ending: string): string[] {
  return readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(ending))
    .toSorted();
}

function readJson(path: string): unknown {
  return JSON.parse(readText(path));
}

function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}
