import { createServer } from 'node:net';

interface Ports {
  readonly first: number;
  readonly count: number;
}

/** Below the ports that Linux gives to outgoing connections (32768 and above), which may take any of those at any moment. */
const ports: Ports = { first: 10_000, count: 22_000 };

/**
 * A TCP port that nobody listens on, on any address. Nobody is given it by chance until it is listened on, not even between the end of one
 * process and the start of the next. On Linux it is given to nobody else who asks here, in any process, until this one ends.
 */
export const findFreePort = createPortFinder(ports, Math.floor(Math.random() * ports.count));

/** Finds free ports, beginning behind the one with this index. */
export function createPortFinder({ first, count }: Ports, last: number): () => Promise<number> {
  return async () => {
    for (let tries = 0; tries < count; tries++) {
      last = (last + 1) % count;
      const port = first + last;
      const release = await claim(port);
      if (release === undefined) continue;
      if (await isFree(port)) return port;
      release();
    }
    throw new Error(`No port from ${first} to ${first + count - 1} is free.`);
  };
}

/**
 * Takes the port for this process by a socket of Linux that has a name instead of a file, and goes with the process. Returns what gives it
 * back; undefined = somebody else has it. Where there are no such sockets nothing is taken.
 */
function claim(port: number): Promise<(() => void) | undefined> {
  if (process.platform !== 'linux') return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const socket = createServer().unref();
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRINUSE' ? undefined : () => {}),
    );
    socket.listen(`\0bunting-port-${port}`, () => resolve(() => void socket.close()));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
