/* oxlint-disable unicorn/require-post-message-target-origin -- the port of a thread, not of a window */
import { parentPort } from 'node:worker_threads';
import { createPartScanner, type PartScanner, type ScanTask } from './scan-task.ts';

// The thread that worker-pool.ts starts. It answers a task first, then lists of names of constants.
let scanner: PartScanner | undefined;
parentPort?.on('message', (question: ScanTask | readonly string[]) => void answer(question));

async function answer(question: ScanTask | readonly string[]): Promise<void> {
  if (isNames(question)) {
    parentPort?.postMessage(scanner?.findConstants(question) ?? []);
    return;
  }
  scanner = await createPartScanner(question);
  parentPort?.postMessage(scanner.scan());
}

function isNames(question: ScanTask | readonly string[]): question is readonly string[] {
  return Array.isArray(question);
}
