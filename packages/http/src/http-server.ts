import { createServer, type RequestListener, type Server } from 'node:http';

/** Longer than the idle timeout of the usual load balancers (60 s), so that they never meet a closing connection. */
const keepAliveTimeoutMs = 65_000;

/** A server that neither a slow upload nor an idle connection can hold on to. */
export function createHttpServer(
  listener: RequestListener,
  options: { requestTimeoutMs?: number } = {},
): Server {
  const { requestTimeoutMs = 30_000 } = options;
  return createServer(
    {
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
    },
    listener,
  );
}
