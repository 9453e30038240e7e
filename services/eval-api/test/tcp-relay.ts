import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpRelay {
  readonly port: number;
  /** From now on nothing passes, but connections stand and are accepted: a black hole. */
  swallow(): void;
  pass(): void;
  stop(): Promise<void>;
}

/** Stands between a service and `targetPort`. */
export function startTcpRelay(targetPort: number): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (isSwallowing) return void incoming.resume();
    const outgoing = connect(targetPort, '127.0.0.1');
    keep(outgoing);
    incoming.on('data', (bytes) => isSwallowing || outgoing.write(bytes));
    outgoing.on('data', (bytes) => isSwallowing || incoming.write(bytes));
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        swallow() {
          isSwallowing = true;
        },
        pass() {
          isSwallowing = false;
          // What was swallowed is lost for these connections: they begin anew, as after a partition.
          for (const socket of sockets) socket.destroy();
        },
        stop() {
          for (const socket of sockets) socket.destroy();
          return new Promise((done) => server.close(() => done()));
        },
      }),
    );
  });
}
