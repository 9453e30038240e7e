import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Why a service could not start, in one sentence that says how to go on. */
export class StartError extends Error {}

export interface Listening {
  /** Differs from the port asked for when that is 0. */
  readonly port: number;
  /** Takes no new connections, lets requests in flight finish, and cuts off what is left after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
}

/** Rejects with a StartError when the port cannot be had. */
export async function listen(server: Server, port: number): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen(port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: (timeoutMs) => drain(server, sockets, timeoutMs),
  };
}

async function drain(server: Server, sockets: ReadonlySet<Socket>, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closeIdle = () => {
    server.closeIdleConnections();
    // Node counts a connection that never sent a byte as busy.
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

function explain(error: NodeJS.ErrnoException, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is taken: stop what listens there or choose another port.`);
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user: choose one above 1023.`);
    default:
      return error;
  }
}
