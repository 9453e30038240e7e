import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { ImportInput } from '@bunting/bootstrap';
import { ProblemsFound } from '@bunting/changes';
import { HttpError } from '@bunting/http';
import { settingsErrors } from '../errors.ts';
import type { ImportMessage, ImportPiece, ImportWork } from './import-worker.ts';

/** Reads a document that somebody imports, and throws what is wrong with it. */
export type ImportReader = (bytes: Buffer, isYaml: boolean) => Promise<ImportInput>;

export interface ImportReaderOptions {
  /** The built `import-worker.js`. */
  readonly workerUrl: URL;
  readonly timeoutMs?: number;
  /** Of the thread's heap, instead of what follows from the document. */
  readonly memoryMb?: number;
}

/**
 * What the heap of a thread may come to for each byte of a document. JSON is read into eight times its bytes at most, beside its text;
 * trees of YAML take up to eighty times theirs.
 */
const heapBytesPerByte = { json: 10, yaml: 80 } as const;
const leastMemoryMb = 64;

/** 160 MB for the largest documents there are, 16 MiB of JSON or 2 MiB of YAML. */
function memoryFor(bytes: Buffer, isYaml: boolean): number {
  const most = bytes.length * heapBytesPerByte[isYaml ? 'yaml' : 'json'];
  return Math.max(leastMemoryMb, Math.ceil(most / 1024 / 1024));
}

/**
 * Reads documents in a thread of their own, which is ended when it takes too long or too much memory: YAML of a megabyte can take
 * a minute and a gigabyte, and everybody else is answered meanwhile.
 */
export function createImportReader(options: ImportReaderOptions): ImportReader {
  const { workerUrl, timeoutMs = 10_000 } = options;
  return async (bytes, isYaml) => {
    const memoryMb = options.memoryMb ?? memoryFor(bytes, isYaml);
    const { port1: received, port2: pieces } = new MessageChannel();
    // Small buffers are cut out of a larger one, which is not ours to give away.
    const given = new Uint8Array(bytes);
    const work: ImportWork = { bytes: given, isYaml, pieces };
    const worker = new Worker(workerUrl, {
      workerData: work,
      transferList: [given.buffer, pieces],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // Nothing of the environment is needed, and some of it is secret.
      env: {},
    });
    try {
      await untilRead(worker, timeoutMs);
      return await putTogether(received);
    } finally {
      received.close();
      await worker.terminate();
    }
  };
}

function untilRead(worker: Worker, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(settingsErrors.tooMuchToRead('time'));
    let timer = setTimeout(refuse, timeoutMs);
    const settle = (how: () => void) => {
      clearTimeout(timer);
      how();
    };
    worker.on('message', (message: ImportMessage) => {
      switch (message.kind) {
        case 'started':
          clearTimeout(timer);
          timer = setTimeout(refuse, timeoutMs);
          break;
        case 'read':
          settle(resolve);
          break;
        case 'problems':
          settle(() => reject(new ProblemsFound(message.problems)));
          break;
        case 'refused':
          settle(() => reject(new HttpError(message.status, message.message)));
          break;
        case 'failed':
          settle(() => reject(new Error(`A document could not be read: ${message.stack}`)));
      }
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(() => reject(isOutOfMemory ? settingsErrors.tooMuchToRead('memory') : error));
    });
    worker.once('exit', () => settle(() => reject(new Error('The thread that reads documents has ended.'))));
  });
}

/** A piece at a time, and others in between: to take 12 MB at once would hold them up for a tenth of a second. */
async function putTogether(pieces: MessagePort): Promise<ImportInput> {
  let document: Record<string, unknown> = {};
  for (;;) {
    // All have been sent. A listener would be called for one after the other, with nobody in between.
    const received = receiveMessageOnPort(pieces);
    if (received === undefined) return document;
    const piece = JSON.parse(received.message as string) as ImportPiece;
    if ('members' in piece) document = piece.members;
    else (document[piece.list] as unknown[]).push(...piece.entries);
    await nextTurn();
  }
}
