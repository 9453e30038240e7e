import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server on this machine. */
export interface Listening {
  readonly url: string;
  /** Ends the server and its connections. */
  stop(): void;
}

export async function listenLocally(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
