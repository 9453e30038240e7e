import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createHttpServer, listen, type HttpServerOptions, type Listening } from '@bunting/http';

export interface Serving extends Listening {
  readonly url: string;
  /** How many there are. */
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

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** What the server sends until it closes the connection. */
export function untilClosed(socket: Socket): Promise<string> {
  return text(socket);
}
