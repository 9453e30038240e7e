/** The thread that reads a document. `workerData` has its input; it reports one result, and ends. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { ImportInput } from '@bunting/bootstrap/read-document';
import { ProblemsFound, type Problem } from '@bunting/definitions/checks';
import { HttpError } from '@bunting/service/read-body';
import { readImport } from './read-import.ts';

export interface ImportWork {
  readonly bytes: Uint8Array;
  readonly isYaml: boolean;
  /**
   * The port to which it sends the document, in pieces, so that the receiver can answer other requests in between.
   */
  readonly pieces: MessagePort;
}

export type ImportMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string; readonly code?: string }
  | { readonly kind: 'failed'; readonly stack: string }
  | { readonly kind: 'read' };

/** The members of the document without the entries of long lists, or some of these entries. It is sent as JSON. */
export type ImportPiece =
  | { readonly members: ImportInput }
  | { readonly list: LongList; readonly entries: readonly unknown[] };

type LongList = (typeof longLists)[number];

const longLists = ['segments', 'features'] as const;
const entriesOfPiece = 50;

const { bytes, isYaml, pieces } = workerData as ImportWork;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, not a window
const report = (message: ImportMessage) => parentPort!.postMessage(message);

report({ kind: 'started' });
try {
  const document = readImport(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), isYaml);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, not a window
  for (const piece of piecesOf(document)) pieces.postMessage(JSON.stringify(piece));
  report({ kind: 'read' });
} catch (error) {
  if (error instanceof ProblemsFound) report({ kind: 'problems', problems: error.problems });
  else if (error instanceof HttpError) {
    const { status, message, code } = error;
    report({ kind: 'refused', status, message, ...(code !== undefined && { code }) });
  } else report({ kind: 'failed', stack: String((error as Error).stack ?? error) });
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
