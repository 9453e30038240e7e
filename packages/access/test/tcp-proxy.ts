import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a server, to lose what they say to each other. */
export interface TcpProxy {
  readonly port: number;
  /** Connections that stand stay open, but nothing passes any more, ever; new ones work. */
  swallow(): void;
  /** Refuses connections and cuts those that stand. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

export async function startTcpProxy(target: { port: number }): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((client) => {
    const upstream = connect(target.port, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const [client] of pairs) client.destroy();
    });

  return {
    port,
    swallow() {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream).resume();
        upstream.unpipe(client).resume();
      }
    },
    refuse: close,
    accept: () => listen(port),
    close,
  };
}
