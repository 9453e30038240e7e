import { createServer } from 'node:net';

/** Below those that Linux gives to connections that go out (32768 and above). */
let last = 20_000 + Math.floor(Math.random() * 10_000);

/** A free port that is still free when the process that had it has ended, and the next one shall have it. */
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
