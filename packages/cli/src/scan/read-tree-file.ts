import { closeSync, constants, lstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Why a file is not scanned. The order is that of the summary. */
export const skipReasons = [
  'ignored',
  'vendored',
  'minified',
  'binary',
  'large',
  'symlink',
  'submodule',
  'lfs',
  'odd-name',
  'missing',
  'unreadable',
  'slow',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const maxFileBytes = 1024 * 1024;

/** Reads into `into` and gives the length, or why not. */
export type ReadFile = (path: string, into: Buffer) => number | SkipReason;

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
// What Windows does not have counts as 0.
const openFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/**
 * Reads files of a working tree without ever leaving it: no symbolic link is followed, neither as the file nor as a
 * folder above it, and a pipe in a file's place does not stall.
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

const lfsPointer = Buffer.from('version https://git-lfs.github.com/spec/');
const longestMiddleLine = 5_000;

/** The text of a file in UTF-8, which most are in; UTF-16 is known by its byte-order mark. What is too large stays as it is. */
export function toUtf8(bytes: Buffer): Buffer {
  const encoding = utf16Of(bytes);
  if (encoding === undefined || bytes.length > maxFileBytes) return bytes;
  return Buffer.from(new TextDecoder(encoding).decode(bytes));
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** What the content itself says against being scanned. */
export function reasonInContent(bytes: Buffer): SkipReason | undefined {
  // As git tells binaries: a NUL among the first 8,000 bytes. Large ones are no text that somebody would miss.
  const nul = bytes.indexOf(0);
  if (nul >= 0 && nul < 8_000 && utf16Of(bytes) === undefined) return 'binary';
  if (bytes.length > maxFileBytes) return 'large';
  if (bytes.length < 1_024 && bytes.subarray(0, lfsPointer.length).equals(lfsPointer)) return 'lfs';
  // A banner may stand in short lines above it, so the middle is looked at.
  if (bytes.length > longestMiddleLine) {
    const middle = bytes.length >> 1;
    const next = bytes.indexOf(10, middle);
    const end = next < 0 ? bytes.length : next;
    if (end - bytes.lastIndexOf(10, middle - 1) > longestMiddleLine) return 'minified';
  }
  return undefined;
}
