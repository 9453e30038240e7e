import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { unansweredOn } from './unanswered-on.ts';

/** A service cannot start because of a mistake in its configuration. The message says in one sentence what to change. */
export class StartError extends Error {}

/** A server that accepts connections. */
export interface Listening {
  /** Differs from the port asked for when that is 0. */
  readonly port: number;
  /**
   * Adds `Connection: close` to every answer from now on, so that clients send their next request to another process.
   */
  closeAfterAnswers(): void;
  /**
   * Accepts no new connections, lets requests in flight finish and closes idle connections. After `timeoutMs` it closes all
   * connections.
   */
  drain(timeoutMs: number): Promise<void>;
}

/** The time that `drain` waits for the first byte of a connection that was just opened. */
const firstByteMs = 300;

/** Rejects with a StartError if the port cannot be opened. Only this machine can connect, unless `host` is another address. */
export async function listen(server: Server, port: number, host = '127.0.0.1'): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let closesAfterAnswers = false;
  server.prependListener('request', (_req, res) => {
    if (closesAfterAnswers) res.setHeader('Connection', 'close');
  });
  function closeAfterAnswers(): void {
    closesAfterAnswers = true;
    for (const socket of sockets) {
      const res = unansweredOn(socket);
      if (res?.headersSent === false) res.setHeader('Connection', 'close');
    }
  }
  await open(server, port, host).catch((error: NodeJS.ErrnoException) => {
    // `::` means all addresses; on a machine without IPv6 these are 0.0.0.0.
    const isWithoutIpv6 = host === '::' && ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes(error.code ?? '');
    if (isWithoutIpv6) return open(server, port, '0.0.0.0');
    throw explain(error, port, host);
  });
  return {
    port: (server.address() as AddressInfo).port,
    closeAfterAnswers,
    drain(timeoutMs) {
      closeAfterAnswers();
      return drain(server, sockets, timeoutMs);
    },
  };
}

function open(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

async function drain(server: Server, sockets: ReadonlySet<Socket>, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const startedAt = performance.now();
  const closeIdle = () => {
    server.closeIdleConnections();
    // Node.js counts a connection that never sent a byte as busy. Its request may be on the way.
    if (performance.now() - startedAt < firstByteMs) return;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  closeIdle();
  // A connection kept alive is idle only once its request has been answered.
  const sweep = setInterval(closeIdle, 20);
  const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is already in use: stop the other process or choose another port.`);
    case 'EACCES':
      return new StartError(`This user isn't allowed to open port ${port}: choose one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return new StartError(`${host} isn't an address of this machine: change HOST.`);
    default:
      return error;
  }
}
