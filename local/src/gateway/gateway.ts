import { Agent, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import {
  answerError,
  answerPreflight,
  createHttpServer,
  errors,
  type HttpError,
  isPreflight,
  letPagesRead,
  listen,
  getRequestId,
  type Listening,
} from '@bunting/service';
import { createProxyServer } from 'httpxy';

export interface Route {
  readonly path: string;
  /** If false, everything below the path goes there too. */
  readonly exact?: boolean;
  /** Browsers get this page at addresses without a route. Scripts get JSON. */
  readonly isNotFoundPage?: boolean;
  readonly port: number;
}

export interface Gateway {
  /** Takes no new connections, lets requests in flight finish for a few seconds, and closes. */
  stop(): Promise<void>;
}

const drainTimeoutMs = 5_000;

/**
 * Opens the one address of a local installation: it routes as the ingress does, and passes the request on byte for byte
 * (without decoding the path). It runs in the start command's own process, so that there is one process less to start and to
 * stop.
 */
export async function openGateway(
  port: number,
  routes: readonly Route[],
  hosts: readonly string[] = ['127.0.0.1'],
  /** Handlers by path, for requests that the gateway answers itself. */
  handlers: ReadonlyMap<string, RequestListener> = new Map(),
): Promise<Gateway> {
  const agent = new Agent({ keepAlive: true });
  const proxy = createProxyServer({ agent });
  const passOn = (request: IncomingMessage, response: ServerResponse) => {
    request.url = withoutOrigin(request.url ?? '/');
    // The gateway's answer, the service's answer and both logs have the same id.
    request.headers['x-request-id'] = getRequestId(request);
    const handle = handlers.get(request.url);
    if (handle) {
      handle(request, response);
      return;
    }
    let route = findRoute(routes, request.url);
    if (!route && wantsPage(request)) {
      route = routes.find(({ isNotFoundPage }) => isNotFoundPage);
      // The service gets the path of the page, because it answers operators at other paths, such as /metrics.
      if (route) request.url = route.path;
    }
    if (!route) {
      refuse(request, response, errors.notFound);
      return;
    }
    addForwarded(request, 'x-forwarded-for', request.socket.remoteAddress);
    addForwarded(request, 'x-forwarded-proto', 'http');
    const target = { host: '127.0.0.1', port: route.port };
    proxy.web(request, response, { target }).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(request, response, errors.unavailable);
    });
  };
  const listening: Listening[] = [];
  for (const host of hosts) listening.push(await listen(createHttpServer(passOn), port, host));
  return {
    async stop() {
      await Promise.all(listening.map((each) => each.drain(drainTimeoutMs)));
      agent.destroy();
    },
  };
}

/** Refuses a request so that a page of any site can read why: its preflight passes, and the request itself is refused. */
function refuse(request: IncomingMessage, response: ServerResponse, error: HttpError): void {
  // Pages of other sites have no business with the settings.
  const isOfClients = !request.url!.startsWith('/settings');
  if (isOfClients && isPreflight(request)) {
    answerPreflight(response);
    return;
  }
  if (isOfClients) letPagesRead(response);
  answerError(response, error);
}

/**
 * Appends the address, because services count entries from the end (TRUST_PROXY). The proxy library's own `xfwd` would
 * keep only what the client wrote.
 */
function addForwarded({ headers }: IncomingMessage, name: string, value = 'unknown'): void {
  headers[name] = [headers[name] ?? [], value].flat().join(', ');
}

/** Removes the origin: a client that uses this server as a proxy sends an absolute address (RFC 9112 §3.2.2). */
function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}

function wantsPage({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}

function findRoute(routes: readonly Route[], url: string): Route | undefined {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return routes.find((route) => path === route.path || (!route.exact && path.startsWith(`${route.path}/`)));
}
