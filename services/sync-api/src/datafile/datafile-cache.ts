import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';

/** One datafile, compressed. */
export interface CompressedDatafile {
  readonly version: number;
  /** `none`: there is no delta, and everything must be read. */
  readonly extent: 'whole' | 'delta' | 'none';
  read(encoding: Encoding): Promise<Buffer>;
}

export type Encoding = 'gzip' | 'br' | 'identity';

/** Datafiles that were asked for, up to a number of bytes: those that nobody asks for are dropped first. */
export interface DatafileCache {
  /** Callers that ask for the same at once share one `make`; a failure is not kept. */
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
/** What an entry takes beside its bytes, so that their number is limited too. */
const bytesPerEntry = 1_024;

export function createDatafileCache({ maxBytes }: { maxBytes: number }): DatafileCache {
  /** The least recently used comes first. */
  const entries = new Map<string, Entry>();
  let total = 0;

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
        datafile: make().then((made) => compress(made, (bytes) => add(name, entry, bytes))),
      };
      entries.set(name, entry);
      entry.datafile.catch(() => {
        if (entries.get(name) === entry) forget(name);
      });
      return entry.datafile;
    },
  };
}

/** Keeps gzip, from which the others are made: brotli at the first request that prefers it, plain text at each. */
async function compress(
  { version, extent, text }: MadeDatafile,
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
      if (encoding === 'identity') return decompress(gzipped);
      brotli ??= makeBrotli();
      return brotli;
    },
  };
}
