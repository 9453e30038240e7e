import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Of the connection: the same for requests that shared one. */
  readonly port: number | undefined;
}

export interface Receiver {
  readonly port: number;
  readonly received: Received[];
  /** Connections that stand at the moment. */
  readonly sockets: ReadonlySet<Socket>;
  stop(): Promise<void>;
}

type Respond = (res: ServerResponse, received: Received) => void;

/** A real server that remembers what it got, and answers 200 unless told otherwise. */
export async function startReceiver(
  respond: Respond = (res) => res.end('ok'),
  options: { host?: string; port?: number; tls?: ServerOptions } = {},
): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, tls } = options;
  const received: Received[] = [];
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { method, url: path, headers, rawHeaders, socket } = req;
    const entry = { method, path, headers, rawHeaders, body: await text(req), port: socket.remotePort };
    received.push(entry);
    respond(res, entry);
  };
  const listener = (req: IncomingMessage, res: ServerResponse) => void answer(req, res);
  const server = tls === undefined ? createHttpServer(listener) : createHttpsServer(tls, listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    sockets,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
