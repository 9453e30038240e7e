import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Why a service could not start, in one sentence that says how to go on. */
export class StartError extends Error {}

export interface Listening {
  /** Differs from the port asked for when that is 0. */
  readonly port: number;
  /** From now on every answer closes its connection, and says so: whoever keeps it open goes elsewhere with the next. */
  closeAfterAnswers(): void;
  /**
   * Takes no new connections, lets requests in flight finish and closes what is idle; cuts off what is left after
   * `timeoutMs`.
   */
  drain(timeoutMs: number): Promise<void>;
}

/** How long a connection that was just opened may take to send its first byte, once nothing else is wanted. */
const firstByteMs = 300;

/** Rejects with a StartError when the port cannot be had. Only this machine gets there unless `host` says otherwise. */
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
    // All addresses there are, on a machine without IPv6.
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
    // Node counts a connection that never sent a byte as busy. Its request may be on the way.
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

/**
 * What a connection waits for. Node tells it nowhere in public; the field is older than its promises, and others who close
 * servers in good order (http-terminator) read it too. To keep a list of our own would cost every request.
 */
function unansweredOn(socket: Socket): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is taken: stop what listens there or choose another port.`);
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user: choose one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return new StartError(`${host} is no address of this machine: set HOST to one that is.`);
    default:
      return error;
  }
}
