import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that came in. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Of the connection: the same for requests that shared one. */
  readonly port: number | undefined;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** An HTTP server of one test, and the requests it received. */
export interface TestReceiver {
  readonly port: number;
  readonly url: string;
  readonly received: Received[];
  /** Connections that stand at the moment. */
  readonly sockets: ReadonlySet<Socket>;
  stop(): Promise<void>;
}

type Respond = (res: ServerResponse, received: Received) => unknown;

/** A real server that remembers what it got, and answers 200 unless told otherwise. */
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
  // A request may break off: its sender was killed.
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
