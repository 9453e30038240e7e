import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request: it is forwarded; it is forwarded and its answer is lost; it is lost itself. */
export type Fate = 'forward' | 'lose answer' | 'lose';

/** The one address of several services, as the ingress is. */
export interface Gateway {
  readonly url: string;
  /** Method and path of each request so far, and the status of its answer. */
  readonly seen: { readonly method: string; readonly path: string; status?: number }[];
  /** Decides on each request from now on. */
  decide: (path: string) => Fate;
  /** Ends all connections. */
  cut(): void;
  stop(): Promise<void>;
}

/** Forwards requests to the ports by the path. */
export async function startGateway(ports: Readonly<Record<string, number>>): Promise<Gateway> {
  const server = createServer(forward);
  function forward(req: IncomingMessage, res: ServerResponse): void {
    const path = req.url!.split('?')[0]!;
    const entry: Gateway['seen'][number] = { method: req.method!, path };
    gateway.seen.push(entry);
    const fate = gateway.decide(path);
    if (fate === 'lose') return void req.destroy();
    const { method, headers } = req;
    const upstream = request(
      { port: ports[path]!, path: req.url, method, headers, agent: false },
      (answer) => {
        entry.status = answer.statusCode!;
        if (fate === 'lose answer') {
          answer.resume().on('end', () => req.destroy());
          return;
        }
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      },
    );
    upstream.on('error', () => res.destroy());
    res.on('close', () => upstream.destroy());
    req.pipe(upstream);
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const gateway: Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    decide: () => 'forward',
    cut: () => server.closeAllConnections(),
    stop() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
  return gateway;
}
