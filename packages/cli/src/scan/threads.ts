import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FileConstant } from './resolve-constants.ts';
import type { PartFindings, ScanTask } from './scan-part.ts';

/** Threads that scan. They start while the files are being listed, and wait for their task. */
export interface Threads {
  scan(task: ScanTask): Promise<PartFindings[]>;
  findConstants(names: readonly string[]): Promise<FileConstant[]>;
  stop(): Promise<void>;
}

const workerFile = fileURLToPath(new URL('scan-worker.js', import.meta.url));
const filesWorthAThread = 1_500;
const maxThreads = 7;

/** As many threads as cores are left, for a tree of about so many files that is worth it. */
export function startThreads(files: number): Threads {
  // From source, as in tests, there is no compiled worker.
  const isWorthIt = files >= filesWorthAThread && existsSync(workerFile);
  const count = isWorthIt ? Math.min(availableParallelism() - 1, maxThreads) : 0;
  const workers = Array.from({ length: count }, () => new Worker(workerFile));
  const ask = <Answer>(question: ScanTask | readonly string[]): Promise<Answer[]> =>
    Promise.all(
      workers.map(async (worker) => {
        const answered = once(worker, 'message');
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        worker.postMessage(question);
        const [answer] = (await answered) as [Answer];
        return answer;
      }),
    );
  return {
    scan: (task) => ask<PartFindings>(task),
    findConstants: async (names) => (await ask<FileConstant[]>(names)).flat(),
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
