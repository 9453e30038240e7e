import { createHash } from 'node:crypto';
import type { Reporter } from '../requests/reporter.ts';
import { parseMessage, type DatafileMessage } from './datafile-message.ts';
import { readOwnFile, removeOldDrafts, replaceFile } from './own-file.ts';

/** The copy of the last datafile on disk, from which a process starts when the service is unavailable. */
export interface DatafileCopy {
  /** Returns the copy. Undefined = there is none, or it belongs to another key. Never rejects. */
  read(): Promise<{ readonly message: DatafileMessage; readonly savedAt: number } | undefined>;
  /** Writes the datafile; of several that wait only the last one. Never rejects. */
  write(text: () => string, savedAt: number): Promise<void>;
}

const format = 1;
/** The maximum of bytes: more than the longest datafile that is read from the service. */
const maxBytes = 160 * 1024 * 1024;

/** Creates the copy at a path. It belongs to a key: the flags of another environment would be worse than fallbacks. */
export function createDatafileCopy(path: string, key: string, reporter: Reporter): DatafileCopy {
  const keyHash = createHash('sha256').update(`bunting datafile ${key}`).digest('hex').slice(0, 32);
  let writing: Promise<void> | undefined;
  let next: (() => Promise<void>) | undefined;

  async function writeNow(text: string, savedAt: number): Promise<void> {
    const head = JSON.stringify({ format, key_hash: keyHash, saved_at: savedAt });
    try {
      await replaceFile(path, `${head}\n${text}\n`);
    } catch (error) {
      reporter.report('file', path, `Couldn't write the copy of the datafile: ${String(error)}`);
    }
  }

  async function drain(): Promise<void> {
    while (next !== undefined) {
      const work = next;
      next = undefined;
      await work();
    }
    writing = undefined;
  }

  return {
    async read() {
      try {
        await removeOldDrafts(path);
        const content = await readOwnFile(path, maxBytes);
        const end = content.indexOf('\n');
        const head = JSON.parse(content.slice(0, end)) as Readonly<Record<string, unknown>>;
        if (head['format'] !== format || head['key_hash'] !== keyHash) return undefined;
        const message = parseMessage(content.slice(end + 1));
        const savedAt = Number(head['saved_at']);
        return message?.since === null ? { message, savedAt } : undefined;
      } catch (error) {
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        if (!isMissing)
          reporter.report('file', path, `Couldn't read the copy of the datafile: ${String(error)}`);
        return undefined;
      }
    },
    write(text, savedAt) {
      next = () => writeNow(text(), savedAt);
      writing ??= drain();
      return writing;
    },
  };
}
