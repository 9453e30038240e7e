import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that went through the proxy. */
export interface ProxiedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/**
 * The fate of a request: it passes; its connection breaks before it reaches the service, or after the service has answered; it gets no answer; or it
 * gets this answer.
 */
export type Fate = 'passes' | 'breaks' | 'breaks_answered' | 'hangs' | Answer;

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One address for all services, as in production, that breaks what it is told to. */
export interface BreakingProxy {
  readonly url: string;
  readonly requests: ProxiedRequest[];
  /** Returns the requests whose path begins so. */
  requestsOf(path: string): ProxiedRequest[];
  /** Decides about every request from now on. */
  setFate(fateOf: (path: string) => Fate): void;
  /** Breaks the connections of requests that are under way, streams above all. */
  cut(): void;
  stop(): Promise<void>;
}

/** @param portOf the port of the service that answers a path */
export async function startBreakingProxy(portOf: (path: string) => number): Promise<BreakingProxy> {
  const requests: ProxiedRequest[] = [];
  const underWay = new Set<ServerResponse>();
  let fateOf: (path: string) => Fate = () => 'passes';

  function forward(req: IncomingMessage, res: ServerResponse, isAnswered: boolean): void {
    const { method, url: path, headers } = req;
    const upstream = request({ port: portOf(path!), method, path, headers }, (answer) => {
      if (!isAnswered) return void res.destroy();
      res.writeHead(answer.statusCode!, answer.headers);
      answer.on('error', () => res.destroy());
      answer.on('close', () => void (answer.complete ? res.end() : res.destroy()));
      answer.pipe(res, { end: false });
      res.flushHeaders();
    });
    upstream.on('error', () => res.destroy());
    res.on('close', () => upstream.destroy());
    req.pipe(upstream);
  }

  const server = createServer((req, res) => {
    requests.push({ method: req.method!, path: req.url!, headers: req.headers });
    underWay.add(res);
    res.on('close', () => underWay.delete(res));
    const fate = fateOf(req.url!);
    if (fate === 'passes' || fate === 'breaks_answered') return forward(req, res, fate === 'passes');
    if (fate === 'hangs') return;
    if (fate === 'breaks') return void res.destroy();
    res.writeHead(fate.status, { 'Content-Type': 'application/json', ...fate.headers });
    res.end(fate.body ?? '{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    requestsOf: (path) => requests.filter((each) => each.path.startsWith(path)),
    setFate: (next) => void (fateOf = next),
    cut() {
      for (const res of underWay) res.destroy();
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
