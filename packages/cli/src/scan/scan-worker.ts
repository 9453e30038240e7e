import { parentPort, workerData } from 'node:worker_threads';
import { createPartScanner, type ScanTask } from './scan-part.ts';

/* oxlint-disable unicorn/require-post-message-target-origin -- the port of a thread, not of a window */

// The thread's side of scan-tree.ts: scans at once, then answers for each list of names with the constants.
const scanner = await createPartScanner(workerData as ScanTask);
parentPort?.on('message', (names: readonly string[]) => {
  parentPort?.postMessage(scanner.findConstants(names));
});
parentPort?.postMessage(scanner.scan());
