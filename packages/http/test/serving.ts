import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHttpServer, listen, type Listening } from '@bunting/http';

export interface Serving extends Listening {
  readonly url: string;
  stop(): Promise<void>;
}

export async function serving(
  listener: RequestListener,
  options?: { requestTimeoutMs?: number },
): Promise<Serving> {
  const listening = await listen(createHttpServer(listener, options), 0);
  return { ...listening, url: `http://127.0.0.1:${listening.port}`, stop: () => listening.drain(100) };
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
