import { createServer } from 'node:net';

/** Below the ports that Linux gives to outgoing connections (32768 and above), which may take any of those at any moment. */
const ports = { first: 10_000, count: 22_000 };
let last = Math.floor(Math.random() * ports.count);

/**
 * A TCP port that nobody listens on, on any address. Nobody is given it by chance until it is listened on, not even between the end of one
 * process and the start of the next; only somebody who also looks for a free port may find the same one, once in some thousand times.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < ports.count; tries++) {
    last = (last + 1) % ports.count;
    const port = ports.first + last;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${ports.first} to ${ports.first + ports.count - 1} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
