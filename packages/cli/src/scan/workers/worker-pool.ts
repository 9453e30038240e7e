import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FileConstant } from '../constants/resolve-constants.ts';
import type { PartFindings, ScanTask } from './scan-task.ts';

/** Threads that scan. They start while the files are being listed, and wait for their task. */
export interface WorkerPool {
  scan(task: ScanTask): Promise<PartFindings[]>;
  findConstants(names: readonly string[]): Promise<FileConstant[]>;
  stop(): Promise<void>;
}

const workerFile = fileURLToPath(new URL('scan-worker.js', import.meta.url));
/** With fewer files, starting threads takes longer than they save. */
const minFiles = 1_500;
const maxWorkers = 7;

/** Starts a thread for each core but one; none for a tree of few files. `files` is an estimate. */
export function startWorkerPool(files: number): WorkerPool {
  // Tests run the sources, where there is no compiled worker.
  const hasWorkers = files >= minFiles && existsSync(workerFile);
  const count = hasWorkers ? Math.min(availableParallelism() - 1, maxWorkers) : 0;
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
