import { createServer } from 'node:net';

/** Below the ports of outgoing connections on Linux (32768 and above). */
let last = 20_000 + Math.floor(Math.random() * 10_000);

/** A free port that stays free between the end of one process and the start of the next one. */
export async function findSteadyPort(): Promise<number> {
  const port = ++last;
  return (await isFree(port)) ? port : findSteadyPort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
