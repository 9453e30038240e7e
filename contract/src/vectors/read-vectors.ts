import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HttpFile } from '../http/http-case.ts';
import { parseProject, type Project } from './project.ts';
import type { VectorFile } from './vector-file.ts';

/** The folder contract/, which contains the vectors. The path is the same from src/ and from dist/. */
const root = new URL('../../', import.meta.url);

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

export interface SignatureFile {
  readonly vectors: readonly SignatureVector[];
  /** Deliveries with a wrong signature. */
  readonly rejected: readonly SignatureVector[];
}

export interface SignatureVector {
  readonly name: string;
  readonly secret: string;
  readonly timestamp: string;
  readonly body: string;
  readonly signature: string;
}

export interface HttpFileAt {
  /** The path of the file below contract/. */
  readonly path: string;
  readonly file: HttpFile;
}

/** Reads the projects of evaluation/ and evaluation/operators/, in the order of their names. */
export function readProjects(): Project[] {
  return ['evaluation/', 'evaluation/operators/'].flatMap(readFolder);
}

/** Reads the projects of evaluation/stored/: an evaluator may be sent them, but no server accepts them. */
export function readStoredProjects(): Project[] {
  return readFolder('evaluation/stored/');
}

function readFolder(folder: string): Project[] {
  return pathsIn(folder).map((path) => parseProject(path, readJson(path) as VectorFile));
}

export function readHttpFiles(): HttpFileAt[] {
  return pathsIn('http/').map((path) => ({ path, file: readJson(path) as HttpFile }));
}

export function readMurmur3(): Murmur3File {
  return readJson('bucketing/murmur3.json') as Murmur3File;
}

export function readBuckets(): BucketFile {
  return readJson('bucketing/buckets.json') as BucketFile;
}

export function readSignatures(): SignatureFile {
  return readJson('webhooks/signatures.json') as SignatureFile;
}

/** Reads the bootstrap document that a server must load first, as YAML. */
export function readFixture(): string {
  return readText('fixture.yaml');
}

/** Reads the organisations of the HTTP cases, as YAML. */
export function readHttpOrganisations(): string {
  return readText('http/organisations.yaml');
}

/** Reads the JSON Schema of the OpenFeature Remote Evaluation Protocol's answers. */
export function readOfrepSchema(): { readonly definitions: object } {
  return readJson('ofrep/answers.schema.json') as { definitions: object };
}

function pathsIn(folder: string): string[] {
  return readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => folder + name);
}

function readJson(path: string): unknown {
  return JSON.parse(readText(path));
}

function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}
