import { Agent, createServer, type ServerResponse } from 'node:http';
import { listen } from '@bunting/http';
import { createProxyServer } from 'httpxy';

export interface Route {
  readonly path: string;
  readonly exact?: boolean;
  readonly port: number;
}

export interface Gateway {
  /** Stops accepting, lets requests in flight finish for a few seconds, and closes. */
  stop(): Promise<void>;
}

const drainTimeoutMs = 5_000;

/**
 * The one address of a local installation: it routes as the ingress does, and passes the request on byte for byte
 * (no decoding of the path). It runs in the start command's own process: it shares that one's fate, and is one
 * process less to start and to stop.
 */
export async function openGateway(port: number, routes: readonly Route[]): Promise<Gateway> {
  const agent = new Agent({ keepAlive: true });
  const proxy = createProxyServer({ agent, xfwd: true });
  const server = createServer((request, response) => {
    const route = findRoute(routes, request.url ?? '/');
    if (!route) {
      answer(response, 404, 'Not found.');
      return;
    }
    const target = { host: '127.0.0.1', port: route.port };
    proxy.web(request, response, { target }).catch(() => answerUnavailable(response));
  });
  const listening = await listen(server, port);
  return {
    async stop() {
      await listening.drain(drainTimeoutMs);
      agent.destroy();
    },
  };
}

function findRoute(routes: readonly Route[], url: string): Route | undefined {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return routes.find((route) => path === route.path || (!route.exact && path.startsWith(`${route.path}/`)));
}

function answerUnavailable(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.setHeader('Retry-After', '1');
  answer(response, 503, 'Service unavailable.');
}

function answer(response: ServerResponse, status: number, error: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify({ error }));
}
