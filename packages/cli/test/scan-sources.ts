import { scanTree, type Reference, type ScannedTree } from '../src/scan/scan-tree.ts';
import type { UserPattern } from '../src/scan/user-patterns.ts';

export interface SourceOptions {
  readonly knownKeys?: readonly string[];
  readonly patterns?: readonly UserPattern[];
}

/** Scans files in memory. */
export function scanSources(
  files: Readonly<Record<string, string>>,
  options: SourceOptions = {},
): Promise<ScannedTree> {
  const paths = Object.keys(files).toSorted();
  return scanTree({
    root: '/nowhere',
    paths,
    contents: new Map(paths.map((path) => [path, Buffer.from(files[path] as string)])),
    knownKeys: new Set(options.knownKeys),
    patterns: options.patterns ?? [],
  });
}

/** Returns the references in order, as `file:line key`. */
export function occurrences(references: readonly Reference[]): string[] {
  return references.map(({ file, line, key }) => `${file}:${line} ${key}`);
}

export async function keysIn(file: string, source: string, options: SourceOptions = {}): Promise<string[]> {
  const { references } = await scanSources({ [file]: source }, options);
  return references.map(({ key }) => key);
}
