import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface ReleasedFile {
  /** The path from the folder of the release. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Returns all files below the folder, in the order of their paths. */
export async function listFiles(folder: string): Promise<ReleasedFile[]> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  return Promise.all(
    paths.map(async (path) => {
      const hash = createHash('sha256');
      await pipeline(createReadStream(join(folder, path)), hash);
      return { path, bytes: statSync(join(folder, path)).size, sha256: hash.digest('hex') };
    }),
  );
}

/** Formats the files for `sha256sum --check`. */
export function formatChecksums(files: readonly ReleasedFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}
