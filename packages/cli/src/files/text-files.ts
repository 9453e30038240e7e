import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitInsidePath, isWithin, realPath } from './inside.ts';

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants;
/** Windows lacks some of the flags. They are undefined there, which counts as 0. */
const readFlags = O_RDONLY | O_NONBLOCK;
const writeFlags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK;

/**
 * Reads a text file of at most `maxBytes`. A file in the repository must be a regular file there: a link to a device would never end, and
 * an error about a file elsewhere would print its lines. A file outside was named by the user, who may also give a pipe.
 * Throws an Error whose message completes "FILE cannot be read: ".
 */
export function readTextFile(path: string, root: string, maxBytes: number): string {
  const isInside = splitInsidePath(path, root) !== undefined;
  if (isInside) {
    const real = realPath(path);
    const realRoot = realPath(root);
    if (real !== undefined && realRoot !== undefined && !isWithin(real, realRoot))
      throw new Error('it is a link that leads out of the repository');
  }
  const file = openSync(path, isInside ? readFlags : O_RDONLY);
  try {
    if (isInside && !fstatSync(file).isFile()) throw new Error('it is not a regular file');
    return readBounded(file, maxBytes).toString('utf8');
  } finally {
    closeSync(file);
  }
}

const chunkBytes = 64 * 1024;

function readBounded(file: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(file, chunk, 0, chunkBytes, null);
    if (length === 0) return Buffer.concat(chunks);
    bytes += length;
    if (bytes > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    chunks.push(chunk.subarray(0, length));
  }
}

/**
 * Writes a text file. In the repository it follows no symbolic link, neither as the file nor as a folder above it: the repository would
 * choose what is overwritten. Throws an Error whose message completes "FILE cannot be written: ".
 */
export function writeTextFile(path: string, text: string, root: string): void {
  const inside = splitInsidePath(path, root);
  if (inside === undefined) {
    writeFileSync(path, text);
    return;
  }
  let at = inside.base;
  for (const name of inside.names) {
    at = join(at, name);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new Error(`${at} is a symbolic link; pass its target instead`);
  }
  const file = openSync(path, writeFlags, 0o666);
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is not a regular file');
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}
