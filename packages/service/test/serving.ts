import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createHttpServer, type HttpServerOptions } from '../src/server/http-server.ts';
import { listen, type Listening } from '../src/server/listen.ts';

export interface Serving extends Listening {
  readonly url: string;
  /** Returns the number of connections. */
  connections(): Promise<number>;
  stop(): Promise<void>;
}

export async function serving(listener: RequestListener, options?: HttpServerOptions): Promise<Serving> {
  const server = createHttpServer(listener, options);
  const listening = await listen(server, 0);
  return {
    ...listening,
    url: `http://127.0.0.1:${listening.port}`,
    connections: promisify(server.getConnections.bind(server)),
    stop: () => listening.drain(100),
  };
}

/** An address of this machine other than 127.0.0.1: one of its network, or another one of 127.0.0.0/8. */
export const otherAddress =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.2';

export function openSocket(port: number): Promise<Socket> {
  return connectTo('127.0.0.1', port);
}

export function connectTo(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Reads everything that the server sends until it closes the connection. */
export function untilClosed(socket: Socket): Promise<string> {
  return text(socket);
}
