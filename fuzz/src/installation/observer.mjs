// Is preloaded into a fuzzed service of any release (`node --import`). It reports over IPC the longest turn of the event
// loop, and the size of the heap without garbage. Turns are measured in CPU time of the main thread, so that a busy machine
// does not lengthen them.
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
    // Collects twice with a turn between: the second collection frees what finalisers and closed connections kept.
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

/** Returns the CPU time of this thread, without the threads that compress or collect garbage. */
function cpuMs() {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
