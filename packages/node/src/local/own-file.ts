import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

// Windows has neither of them. Its links need rights of their own.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW;
const oldDraftMs = 3_600_000;

/**
 * Writes a file that only this user may read, as a whole or not at all. Others may write to the folder, as to /tmp: the name of the draft cannot be
 * guessed, no link is followed, and a link at the path is replaced.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    const file = await open(draft, newFile, 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Returns the text of a file. Throws where it is a link, a device, a pipe (which could be waited for without end), or longer than `maxBytes`. */
export async function readOwnFile(path: string, maxBytes: number): Promise<string> {
  const file = await open(path, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('not a regular file');
    if (found.size > maxBytes) throw new Error(`larger than ${maxBytes} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Removes the drafts of processes that were killed while they wrote. Never rejects. */
export async function removeOldDrafts(path: string): Promise<void> {
  const folder = dirname(path);
  const name = basename(path);
  const isDraft = (each: string) =>
    each.startsWith(name) && /^\.[\da-f-]{36}\.draft$/.test(each.slice(name.length));
  try {
    for (const each of (await readdir(folder)).filter(isDraft)) {
      const draft = join(folder, each);
      const { mtimeMs } = await stat(draft);
      if (Date.now() - mtimeMs > oldDraftMs) await rm(draft, { force: true });
    }
  } catch {
    // The folder cannot be read, or another process removes them.
  }
}
