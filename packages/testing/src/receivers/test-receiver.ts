import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that the receiver read. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** The client's port, which is the same for requests of one connection. */
  readonly port: number | undefined;
  /** When the body was complete, in milliseconds since 1970. */
  readonly at: number;
}

/** An HTTP server of one test, and the requests it received. */
export interface TestReceiver {
  readonly port: number;
  readonly url: string;
  readonly received: Received[];
  /** The connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  stop(): Promise<void>;
}

type Respond = (res: ServerResponse, received: Received) => unknown;

/** Starts an HTTP server that records requests. `respond` answers them; without it every answer is 200. With `tls` it is an HTTPS server. */
export async function startTestReceiver(
  respond: Respond = (res) => res.end('ok'),
  options: { host?: string; port?: number; tls?: ServerOptions } = {},
): Promise<TestReceiver> {
  const { host = '127.0.0.1', tls } = options;
  const received: Received[] = [];
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { method, url, headers, rawHeaders, socket } = req;
    const port = socket.remotePort;
    const body = await text(req);
    const entry = { method: method!, path: url!, headers, rawHeaders, body, port, at: Date.now() };
    received.push(entry);
    await respond(res, entry);
  };
  // Reading fails when the sender was killed in the middle of a request.
  const listener = (req: IncomingMessage, res: ServerResponse) => void answer(req, res).catch(() => {});
  const server = tls === undefined ? createHttpServer(listener) : createHttpsServer(tls, listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(options.port ?? 0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook`,
    received,
    sockets,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
