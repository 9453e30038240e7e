// Preloaded into a service that is fuzzed (`node --import`), of whatever release: tells over IPC how long the longest turn
// of the event loop was, and how large the heap is without its garbage. Turns are told in CPU time of the main thread, so
// that a machine with other work does not lengthen them.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const tickMs = 5;

let before = cpuMs();
let longestMs = 0;
setInterval(() => {
  const now = cpuMs();
  longestMs = Math.max(longestMs, now - before);
  before = now;
}, tickMs).unref();

process.on('message', ({ ask }) => {
  if (ask === 'longest turn') {
    process.send({ value: Math.max(longestMs, cpuMs() - before) });
    longestMs = 0;
    before = cpuMs();
  } else if (ask === 'heap') {
    // Twice, and a turn between: what was held by finalisers and by closed connections goes with the second.
    collectGarbage();
    setImmediate(() => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      longestMs = 0;
      before = cpuMs();
      process.send({ value: heapUsed + external });
    });
  }
});
process.channel?.unref();
process.once('disconnect', () => process.exit(1));

/** Of this thread, not of those that compress or collect garbage. */
function cpuMs() {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
