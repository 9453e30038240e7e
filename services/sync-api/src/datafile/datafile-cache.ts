import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { createSemaphore, type Semaphore } from '@bunting/async';

/** One datafile, compressed. */
export interface CompressedDatafile {
  readonly version: number;
  /** `none`: there is no delta, and everything must be read. */
  readonly extent: 'whole' | 'delta' | 'none';
  read(encoding: Encoding): Promise<Buffer>;
}

export type Encoding = 'gzip' | 'br';

/** Datafiles that were asked for, up to a number of bytes: those that nobody asks for are dropped first. */
export interface DatafileCache {
  /**
   * Callers that ask for the same at once share one `make`; a failure is not kept. Rejects with SemaphoreFull when a hundred others wait to
   * be made.
   */
  get(name: string, make: () => Promise<MadeDatafile>): Promise<CompressedDatafile>;
  forget(name: string): void;
  bytes(): number;
}

/** A datafile as it was made. */
export interface MadeDatafile extends Pick<CompressedDatafile, 'version' | 'extent'> {
  readonly text: string;
}

interface Entry {
  readonly datafile: Promise<CompressedDatafile>;
  bytes: number;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const decompress = promisify(gunzip);
/** Smaller than gzip, at about its time. */
const brotliQuality = 5;
/** Each has the text of a datafile in memory: 32 MiB at most, and as much again while it is written. */
const maxConcurrent = 2;
const maxWaiting = 100;
/** What an entry takes beside its bytes, so that their number is limited too. */
const bytesPerEntry = 1_024;

export function createDatafileCache({ maxBytes }: { maxBytes: number }): DatafileCache {
  /** The least recently used comes first. */
  const entries = new Map<string, Entry>();
  let total = 0;
  const semaphore = createSemaphore(maxConcurrent, { maxWaiting });

  function add(name: string, entry: Entry, bytes: number): void {
    if (entries.get(name) !== entry) return;
    entry.bytes += bytes;
    total += bytes;
    for (const oldest of entries.keys()) {
      if (total <= maxBytes) break;
      forget(oldest);
    }
  }

  function forget(name: string): void {
    total -= entries.get(name)?.bytes ?? 0;
    entries.delete(name);
  }

  return {
    forget,
    bytes: () => total,
    get(name, make) {
      const known = entries.get(name);
      if (known !== undefined) {
        entries.delete(name);
        entries.set(name, known);
        return known.datafile;
      }
      const entry: Entry = {
        bytes: 0,
        datafile: semaphore(async () =>
          compress(await make(), semaphore, (bytes) => add(name, entry, bytes)),
        ),
      };
      entries.set(name, entry);
      entry.datafile.catch(() => {
        if (entries.get(name) === entry) forget(name);
      });
      return entry.datafile;
    },
  };
}

/** Keeps gzip, from which brotli is made at the first request that prefers it. */
async function compress(
  { version, extent, text }: MadeDatafile,
  semaphore: Semaphore,
  onKept: (bytes: number) => void,
): Promise<CompressedDatafile> {
  const gzipped = await compressGzip(text);
  onKept(gzipped.byteLength + bytesPerEntry);
  let brotli: Promise<Buffer> | undefined;
  async function makeBrotli(): Promise<Buffer> {
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } };
    const made = await compressBrotli(await decompress(gzipped), options);
    onKept(made.byteLength);
    return made;
  }
  return {
    version,
    extent,
    read(encoding) {
      if (encoding === 'gzip') return Promise.resolve(gzipped);
      brotli ??= semaphore(makeBrotli);
      brotli.catch(() => (brotli = undefined));
      return brotli;
    },
  };
}
