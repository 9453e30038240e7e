import { closeSync, constants, lstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { maxFileBytes, detectUtf16, type SkipReason } from './skip-reason.ts';

/** Reads a file into `into` and returns its length, or why the file cannot be read. */
export type ReadFile = (path: string, into: Buffer) => number | SkipReason;

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
// A flag that Windows does not have is undefined, which counts as 0 here.
const openFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/**
 * Reads files of a working tree and never a file outside of it: it follows no symbolic link, neither as the file nor as a
 * folder above it. A named pipe does not block it.
 */
export function createTreeReader(root: string): ReadFile {
  const realFolders = new Map<string, boolean>([['.', true]]);
  const isRealFolder = (folder: string): boolean => {
    const known = realFolders.get(folder);
    if (known !== undefined) return known;
    const isReal = isRealFolder(dirname(folder)) && isFolder(join(root, folder));
    realFolders.set(folder, isReal);
    return isReal;
  };

  return (path, into) => {
    const slash = path.lastIndexOf('/');
    if (slash > 0 && !isRealFolder(path.slice(0, slash))) return 'missing';
    let file: number | undefined;
    try {
      file = openSync(`${root}/${path}`, openFlags);
      return readSync(file, into, 0, into.length, null);
    } catch (error) {
      return reasonOf(error);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  };
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function reasonOf(error: unknown): SkipReason {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  if (code === 'ELOOP' || code === 'EMLINK') return 'symlink';
  if (code === 'EISDIR') return 'submodule';
  return 'unreadable';
}

/** Converts UTF-16 to UTF-8; leaves other files and files that are too large as they are. */
export function toUtf8(bytes: Buffer): Buffer {
  const encoding = detectUtf16(bytes);
  if (encoding === undefined || bytes.length > maxFileBytes) return bytes;
  return Buffer.from(new TextDecoder(encoding).decode(bytes));
}
