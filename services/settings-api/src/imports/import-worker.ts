/** The thread in which a document is read: what it is given stands in `workerData`. It says one thing, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { ImportInput } from '@bunting/bootstrap';
import { ProblemsFound } from '@bunting/definitions';
import type { Problem } from '@bunting/definitions';
import { HttpError } from '@bunting/service';
import { readImport } from './read-import.ts';

export interface ImportWork {
  readonly bytes: Uint8Array;
  readonly isYaml: boolean;
  /** Where the document goes, in pieces, so that whoever takes them can do something else in between. */
  readonly pieces: MessagePort;
}

export type ImportMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'failed'; readonly stack: string }
  | { readonly kind: 'read' };

/** Members of the document, or some entries of one; it travels as JSON. */
export type ImportPiece =
  | { readonly members: ImportInput }
  | { readonly list: LongList; readonly entries: readonly unknown[] };

type LongList = (typeof longLists)[number];

const longLists = ['segments', 'features'] as const;
const entriesOfPiece = 50;

const { bytes, isYaml, pieces } = workerData as ImportWork;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, not a window
const say = (message: ImportMessage) => parentPort!.postMessage(message);

say({ kind: 'started' });
try {
  const document = readImport(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), isYaml);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, not a window
  for (const piece of piecesOf(document)) pieces.postMessage(JSON.stringify(piece));
  say({ kind: 'read' });
} catch (error) {
  if (error instanceof ProblemsFound) say({ kind: 'problems', problems: error.problems });
  else if (error instanceof HttpError) {
    say({ kind: 'refused', status: error.status, message: error.message });
  } else say({ kind: 'failed', stack: String((error as Error).stack ?? error) });
}

function* piecesOf(document: ImportInput): Generator<ImportPiece> {
  const members: Record<string, unknown> = { ...document };
  for (const list of longLists) if (document[list] !== undefined) members[list] = [];
  yield { members };
  for (const list of longLists) {
    const entries = document[list] ?? [];
    for (let from = 0; from < entries.length; from += entriesOfPiece) {
      yield { list, entries: entries.slice(from, from + entriesOfPiece) };
    }
  }
}
