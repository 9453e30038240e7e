import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy between a client and a server on this machine, which can drop or refuse their connections. */
export interface TestProxy {
  readonly port: number;
  /** Makes the proxy accept connections and forward nothing. Connections that exist meanwhile stay silent for ever; later ones work. */
  setSilent(isSilent: boolean): void;
  /** Returns the number of chunks that clients have sent so far, forwarded or not. */
  received(): number;
  /** Closes all open connections. */
  cut(): void;
  /** Refuses new connections, and closes the open ones. */
  refuse(): Promise<void>;
  /** Accepts connections again, after `refuse`. */
  accept(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy on a free port that forwards every connection to `target` on this machine. */
export async function startTestProxy(target: { readonly port: number }): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  let isSilent = false;
  let received = 0;
  const server = createServer((client) => {
    const upstream = connect(target.port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      if (isSilent) dead.add(from);
      from.on('data', (chunk: Buffer) => {
        if (from === client) received += 1;
        if (!dead.has(from)) to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }
  function refuse(): Promise<void> {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    cut();
    return closed;
  }
  return {
    port,
    setSilent(value) {
      isSilent = value;
      if (value) for (const socket of sockets) dead.add(socket);
    },
    received: () => received,
    cut,
    refuse,
    accept: () => listen(port),
    stop: refuse,
  };
}
