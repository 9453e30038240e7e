import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fate of a request: it is forwarded; it is forwarded and its answer is lost; it is lost; it gets no answer. */
export type Fate = 'forward' | 'lose answer' | 'lose' | 'hang' | GatewayAnswer;

/** The gateway's own answer. */
export interface GatewayAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request, and the status of its answer. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly lastEventId: string | undefined;
  readonly atMs: number;
  status?: number;
}

/** The one address of several services, as the ingress is. */
export interface Gateway {
  readonly url: string;
  /** By path. A service that is started again has another one. */
  readonly ports: Record<string, number>;
  readonly seen: SeenRequest[];
  /** Decides on each request from now on. */
  decide: (path: string) => Fate;
  /** Ends all connections. */
  cut(): void;
  stop(): Promise<void>;
}

/** Forwards requests to the ports by the path. */
export async function startGateway(ports: Record<string, number>): Promise<Gateway> {
  const server = createServer(forward);
  const agent = new Agent({ keepAlive: true });
  function forward(req: IncomingMessage, res: ServerResponse): void {
    const { method, headers } = req;
    const path = req.url!.split('?')[0]!;
    const lastEventId = headers['last-event-id'] as string | undefined;
    const entry: SeenRequest = { method: method!, path, lastEventId, atMs: Date.now() };
    gateway.seen.push(entry);
    const fate = gateway.decide(path);
    if (fate === 'lose') return void req.socket.destroy();
    if (fate === 'hang') return void req.resume();
    if (typeof fate === 'object') {
      entry.status = fate.status;
      req.resume();
      res.writeHead(fate.status, fate.headers).end(fate.body);
      return;
    }
    const upstream = request({ port: ports[path]!, path: req.url, method, headers, agent }, (answer) => {
      entry.status = answer.statusCode!;
      if (fate === 'lose answer') {
        answer.resume().on('end', () => req.socket.destroy());
        return;
      }
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    upstream.on('error', () => res.destroy());
    res.on('close', () => upstream.destroy());
    req.pipe(upstream);
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const gateway: Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ports,
    seen: [],
    decide: () => 'forward',
    cut: () => server.closeAllConnections(),
    stop() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      agent.destroy();
      return closed;
    },
  };
  return gateway;
}
