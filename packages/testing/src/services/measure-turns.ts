// Preloaded into a service to measure how long its event loop is blocked: the processor time between two runs of a timer of five
// milliseconds. Other work on the machine does not count. The parent process asks for the result with the message `turns` or `memory`.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const intervalMs = 5;

let before = process.cpuUsage();
let worstMs = 0;

function look(): void {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  worstMs = Math.max(worstMs, (user + system) / 1_000);
}

setInterval(look, intervalMs).unref();
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

process.on('message', (message) => {
  if (message !== 'turns' && message !== 'memory') return;
  look();
  const { user, system } = before;
  const turns = { worstTurnMs: worstMs, cpuMs: (user + system) / 1_000 };
  if (message === 'memory') for (let round = 0; round < 4; round++) collectGarbage();
  process.send?.({ ...turns, memory: process.memoryUsage() });
  // The time of this measurement does not count.
  before = process.cpuUsage();
  worstMs = 0;
});
process.channel?.unref();
