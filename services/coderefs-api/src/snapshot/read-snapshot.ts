import { createHash } from 'node:crypto';
import { errors, type HttpError } from '@bunting/service';
import type { Account } from '../body/memory-budget.ts';
import { checkEntry } from './check-entry.ts';
import { checkHead, type HeadMembers } from './check-head.ts';
import { copyLine } from './copy-line.ts';
import { createJsonScanner } from './scan-json.ts';
import type { Slices } from './slices.ts';
import type { Entry, Snapshot } from './snapshot.ts';

/** Changes whenever the same body would be stored in another way, so that stored hashes no longer match. */
const form = 'code references 1\n';
const bytesPerKey = 128;
/** Read in a few milliseconds, whatever they hold. */
const pieceBytes = 16 * 1024;
/** What a reference that is not finished can hold, and the members of the body: values of at most 64 KiB. */
const maxUnread = 512 * 1024;

/**
 * Reads a body as it arrives and holds of it what will be stored, which is less than the body. Throws an HttpError: what is
 * wrong with the JSON first, then the members in the order of contract §2.5, then the first wrong reference; of what comes behind
 * a wrong reference only the beginning is read. Bytes count as held until there are rows of them.
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
        // Given twice, the last one counts, as in JSON.parse.
        references = startList(memory);
        given = isList ? 'a list' : 'something else';
      } else if (isHeadMember(name)) {
        members[name] = value;
      }
    },
    onEntry: (entry) => references.add(entry),
    onTooMuchElse() {
      throw references.wrong() ?? errors.snapshotTooMuchElse;
    },
  });
  for await (const chunk of body) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      const piece = chunk.subarray(from, from + pieceBytes);
      references.hold(piece.length);
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

/** The references of a list, as far as they have been read. */
function startList(memory: Account) {
  const hash = createHash('sha256').update(form);
  const rows: Buffer[] = [];
  const keys = new Map<string, { count: number }>();
  let accepted = 0;
  let lines = '';
  let wrong: HttpError | undefined;
  /** Bytes that no row has been made of yet. */
  let unread = 0;

  function count(key: string): void {
    const known = keys.get(key);
    if (known !== undefined) {
      known.count++;
    } else {
      memory.take(bytesPerKey + 2 * key.length);
      keys.set(key, { count: 1 });
    }
  }

  return {
    wrong: () => wrong,
    hold(pieceLength: number) {
      const bytes = Math.min(pieceLength, maxUnread - unread);
      memory.take(bytes);
      unread += bytes;
    },
    add(entry: Entry | undefined): boolean {
      const place = accepted++;
      // The rest is read on, for its JSON may be wrong too, but no longer kept.
      if (wrong !== undefined) return false;
      const checked = checkEntry(entry, place);
      if ('wrong' in checked) {
        wrong = checked.wrong;
        rows.length = 0;
        keys.clear();
        lines = '';
      } else {
        count(checked.key);
        lines += copyLine(checked);
      }
      return wrong === undefined;
    },
    flush() {
      if (lines === '') return;
      const bytes = Buffer.from(lines);
      lines = '';
      memory.give(unread);
      unread = 0;
      memory.take(bytes.length);
      hash.update(bytes);
      rows.push(bytes);
    },
    finish() {
      if (wrong !== undefined) throw wrong;
      return { accepted, keys, rows, hash: hash.digest() };
    },
  };
}
