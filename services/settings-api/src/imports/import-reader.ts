import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { ImportInput } from '@bunting/bootstrap';
import { ProblemsFound } from '@bunting/definitions/checks';
import { HttpError } from '@bunting/service';
import { settingsErrors } from '../framework/errors.ts';
import type { ImportMessage, ImportPiece, ImportWork } from './import-worker.ts';

/** Reads an imported document. Throws what is wrong with it. */
export type ImportReader = (bytes: Buffer, isYaml: boolean) => Promise<ImportInput>;

export interface ImportReaderOptions {
  /** The built `import-worker.js`. */
  readonly workerUrl: URL;
  readonly timeoutMs?: number;
  /** The heap of the thread, instead of one that depends on the document. */
  readonly memoryMb?: number;
}

/**
 * The heap that a thread may use for each byte of a document. JSON is read into eight times its bytes at most, beside its text; trees
 * of YAML take up to eighty times theirs.
 */
const heapBytesPerByte = { json: 10, yaml: 80 } as const;
const minMemoryMb = 64;

/** Returns the memory: 160 MB for the largest documents, 16 MiB of JSON or 2 MiB of YAML. */
function memoryFor(bytes: Buffer, isYaml: boolean): number {
  const heapBytes = bytes.length * heapBytesPerByte[isYaml ? 'yaml' : 'json'];
  return Math.max(minMemoryMb, Math.ceil(heapBytes / 1024 / 1024));
}

/**
 * Reads each document in a thread of its own, so that other requests are answered meanwhile. YAML of a megabyte can take a minute and
 * a gigabyte: a thread that takes too long or too much memory is terminated.
 */
export function createImportReader(options: ImportReaderOptions): ImportReader {
  const { workerUrl, timeoutMs = 10_000 } = options;
  return async (bytes, isYaml) => {
    const memoryMb = options.memoryMb ?? memoryFor(bytes, isYaml);
    const { port1: received, port2: pieces } = new MessageChannel();
    // A small buffer is part of Node's pool, which cannot be transferred to a thread.
    const copy = Uint8Array.from(bytes);
    const work: ImportWork = { bytes: copy, isYaml, pieces };
    const worker = new Worker(workerUrl, {
      workerData: work,
      transferList: [copy.buffer, pieces],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // The thread needs no environment variables, and some of them are secret.
      env: {},
    });
    try {
      await waitForReader(worker, timeoutMs);
      return await joinPieces(received);
    } finally {
      received.close();
      await worker.terminate();
    }
  };
}

function waitForReader(worker: Worker, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(settingsErrors.tooMuchToRead('time'));
    let timer = setTimeout(refuse, timeoutMs);
    const end = (complete: () => void) => {
      clearTimeout(timer);
      complete();
    };
    worker.on('message', (message: ImportMessage) => {
      switch (message.kind) {
        case 'started':
          clearTimeout(timer);
          timer = setTimeout(refuse, timeoutMs);
          break;
        case 'read':
          end(resolve);
          break;
        case 'problems':
          end(() => reject(new ProblemsFound(message.problems)));
          break;
        case 'refused':
          end(() => reject(toHttpError(message)));
          break;
        case 'failed':
          end(() => reject(new Error(`A document could not be read: ${message.stack}`)));
      }
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(() => reject(isOutOfMemory ? settingsErrors.tooMuchToRead('memory') : error));
    });
    worker.once('exit', () => end(() => reject(new Error('The thread that reads documents has ended.'))));
  });
}

/** Parses one piece in each turn of the event loop: 12 MB at once would delay other requests by a tenth of a second. */
async function joinPieces(pieces: MessagePort): Promise<ImportInput> {
  let document: Record<string, unknown> = {};
  for (;;) {
    // All pieces were sent before. A listener would get them one after the other without a turn in between.
    const received = receiveMessageOnPort(pieces);
    if (received === undefined) return document;
    const piece = JSON.parse(received.message as string) as ImportPiece;
    if ('members' in piece) document = piece.members;
    else (document[piece.list] as unknown[]).push(...piece.entries);
    await nextTurn();
  }
}

function toHttpError({ status, message, code }: Extract<ImportMessage, { kind: 'refused' }>): HttpError {
  return new HttpError(status, message, code === undefined ? {} : { code });
}
