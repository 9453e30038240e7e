// Preloaded into a service of which a test wants to know how long it stands still: processor time between two looks at the
// clock, five milliseconds apart, so that other work on the machine does not count. It is asked by a message, `turns`.
const intervalMs = 5;

let before = process.cpuUsage();
let worstMs = 0;

function look(): void {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  worstMs = Math.max(worstMs, (user + system) / 1_000);
}

setInterval(look, intervalMs).unref();
process.on('message', (message) => {
  if (message !== 'turns') return;
  look();
  const { user, system } = before;
  process.send?.({ worstTurnMs: worstMs, cpuMs: (user + system) / 1_000, memory: process.memoryUsage() });
  worstMs = 0;
});
process.channel?.unref();
