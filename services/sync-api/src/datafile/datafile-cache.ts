import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { createSharedCacheOrder, createSharedSemaphore } from '@bunting/async';
import { errors } from '@bunting/service';

/** One datafile, compressed. */
export interface CompressedDatafile {
  readonly version: number;
  /** `none`: there is no delta, and everything must be read. */
  readonly extent: 'whole' | 'delta' | 'none';
  read(encoding: Encoding): Promise<Buffer>;
}

export type Encoding = 'gzip' | 'br';

/**
 * Datafiles that were asked for, up to a number of bytes: those that nobody asks for are dropped first, of an organisation that has more than
 * a quarter before those of others.
 */
export interface DatafileCache {
  /**
   * Callers that ask for the same at once share one `make`; a failure is not kept. One of an organisation is made at a time, and two in all.
   * Rejects with 429 when a hundred others of the organisation wait to be made, with 503 when a hundred of all do.
   */
  get(organisationId: string, name: string, make: () => Promise<MadeDatafile>): Promise<CompressedDatafile>;
  forget(name: string): void;
  bytes(): number;
}

/** A datafile as it was made. */
export interface MadeDatafile extends Pick<CompressedDatafile, 'version' | 'extent'> {
  readonly text: string;
}

interface Entry {
  readonly datafile: Promise<CompressedDatafile>;
}

/** Runs work when there is room for it. */
type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const decompress = promisify(gunzip);
/** Smaller than gzip, at about its time. */
const brotliQuality = 5;
/** Each has the text of a datafile in memory: 32 MiB at most, and as much again while it is written. */
const maxConcurrent = 2;
const maxWaiting = 100;
/** The memory of an entry besides its bytes, so that the number of entries is limited too. */
const bytesPerEntry = 1_024;

export function createDatafileCache({ maxBytes }: { maxBytes: number }): DatafileCache {
  const entries = new Map<string, Entry>();
  const order = createSharedCacheOrder({ total: maxBytes });
  // One organisation, whatever versions it names, takes neither both permits nor the room of others to wait.
  const making = createSharedSemaphore({
    permits: maxConcurrent,
    maxWaiting,
    refusals: {
      share: errors.organisationShareExceeded('datafiles in progress'),
      total: errors.unavailable,
    },
  });

  function forget(name: string): void {
    order.remove(name);
    entries.delete(name);
  }

  return {
    forget,
    bytes: () => order.size(),
    get(organisationId, name, make) {
      const known = entries.get(name);
      if (known !== undefined) {
        order.use(name);
        return known.datafile;
      }
      const limit: Limit = (work) => making.run(organisationId, work);
      const onKept = (bytes: number) => {
        if (entries.get(name) !== entry) return;
        order.add(name, organisationId, bytes);
        for (const evicted of order.evict()) entries.delete(evicted);
      };
      const entry: Entry = { datafile: limit(async () => compress(await make(), limit, onKept)) };
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
  limit: Limit,
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
      brotli ??= limit(makeBrotli);
      brotli.catch(() => (brotli = undefined));
      return brotli;
    },
  };
}
