import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands before a server and can fall silent: connections are taken and stay open, but nobody answers. */
export interface SilentProxy {
  readonly port: number;
  /** Connections that fell silent stay so for ever; those made afterwards work. */
  setSilent(isSilent: boolean): void;
  close(): Promise<void>;
}

export async function startSilentProxy(target: { port: number }): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect(target.port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      if (isSilent) dead.add(from);
      from.on('data', (chunk: Buffer) => dead.has(from) || to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setSilent(value) {
      isSilent = value;
      if (value) for (const socket of sockets) dead.add(socket);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
