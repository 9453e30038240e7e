import { createHash } from 'node:crypto';
import { errors, type HttpError } from '@bunting/service';
import type { Account } from '../body/memory-budget.ts';
import { checkEntry } from './check-entry.ts';
import { checkHead, type HeadMembers } from './check-head.ts';
import { createReferenceRows } from './reference-rows.ts';
import { createJsonScanner } from './scan-json.ts';
import type { Slices } from './slices.ts';
import type { Entry, Snapshot } from './snapshot.ts';

/** Change this whenever the same body is stored in another way, so that stored hashes no longer match. */
const format = 'code references 2\n';
const bytesPerKey = 128;
/** The parser reads this many bytes in a few milliseconds, whatever they contain. */
const pieceBytes = 16 * 1024;
/** Upper bound of the memory for an unfinished reference and the members of the body, whose values have at most 64 KiB. */
const maxUnparsedBytes = 512 * 1024;

/**
 * Reads a body as it arrives, and keeps what will be stored, which is less than the body. Throws an HttpError: for invalid JSON first, then
 * for the members in the order of contract §2.5, then for the first invalid reference; after an invalid reference only
 * the beginning is read. Bytes are allocated from `memory` until rows have been made of them.
 */
export async function readSnapshot(
  body: AsyncIterable<Buffer>,
  memory: Account,
  slices: Slices,
): Promise<Snapshot> {
  const members: HeadMembers = {};
  let references = startList(memory);
  let given: 'nothing' | 'a list' | 'something else' = 'nothing';
  const scanner = createJsonScanner({
    onMember(name, value, isList) {
      if (name === 'references') {
        // If it is listed twice, the last one counts, as in JSON.parse.
        references = startList(memory);
        given = isList ? 'a list' : 'something else';
      } else if (isHeadMember(name)) {
        members[name] = value;
      }
    },
    onEntry: (entry) => references.add(entry),
    onTooMuchElse() {
      throw references.error() ?? errors.snapshotTooMuchElse;
    },
  });
  for await (const chunk of body) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      const piece = chunk.subarray(from, from + pieceBytes);
      references.allocate(piece.length);
      scanner.write(piece);
      references.flush();
      await slices.pause();
    }
  }
  scanner.end();

  const head = checkHead(members);
  if (given === 'nothing') throw errors.snapshotFieldRequired('references');
  if (given === 'something else') throw errors.snapshotFieldInvalid('references', 'be a list');
  return { head, ...references.finish() };
}

const headMembers: ReadonlySet<string> = new Set([
  'project',
  'provider',
  'repository',
  'branch',
  'commit_sha',
]);

function isHeadMember(name: string): name is keyof HeadMembers {
  return headMembers.has(name);
}

/** Starts the list of references that have been read so far. */
function startList(memory: Account) {
  const hash = createHash('sha256').update(format);
  const rows: Buffer[] = [];
  const keys = new Map<string, { count: number }>();
  let accepted = 0;
  const encoded = createReferenceRows();
  let hasNewRows = false;
  let firstError: HttpError | undefined;
  /** Bytes of which no row has been made yet. */
  let unparsedBytes = 0;

  function count(key: string): void {
    const known = keys.get(key);
    if (known !== undefined) {
      known.count++;
    } else {
      memory.allocate(bytesPerKey + 2 * key.length);
      keys.set(key, { count: 1 });
    }
  }

  function keep(bytes: Buffer): void {
    hash.update(bytes);
    rows.push(bytes);
  }

  return {
    error: () => firstError,
    allocate(pieceLength: number) {
      const bytes = Math.min(pieceLength, maxUnparsedBytes - unparsedBytes);
      memory.allocate(bytes);
      unparsedBytes += bytes;
    },
    add(entry: Entry | undefined): boolean {
      const index = accepted++;
      // The rest is parsed, because its JSON may be invalid, too, but it is not kept.
      if (firstError !== undefined) return false;
      const checked = checkEntry(entry, index);
      if ('error' in checked) {
        firstError = checked.error;
        rows.length = 0;
        keys.clear();
      } else {
        count(checked.key);
        encoded.add(checked);
        hasNewRows = true;
      }
      return firstError === undefined;
    },
    flush() {
      if (!hasNewRows || firstError !== undefined) return;
      hasNewRows = false;
      memory.free(unparsedBytes);
      unparsedBytes = 0;
      const bytes = encoded.take();
      memory.allocate(bytes.length);
      keep(bytes);
    },
    finish() {
      if (firstError !== undefined) throw firstError;
      keep(encoded.end()); // a few bytes, which a body of the largest size has no memory left for
      return { accepted, keys, rows, hash: hash.digest() };
    },
  };
}
