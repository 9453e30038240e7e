import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { answerError } from '../errors/answer.ts';
import { answerUnreadable } from './answer-unreadable.ts';
import { endStalledAnswers } from './end-stalled-answers.ts';
import { errors } from '../errors/errors.ts';

/** Longer than the idle timeout of the usual load balancers (60 s), so that they never meet a closing connection. */
const keepAliveTimeoutMs = 65_000;

export interface HttpServerOptions {
  /** The time in which a request must arrive. */
  readonly requestTimeoutMs?: number | undefined;
  /** The time for which a client may leave its answer unread (see `endStalledAnswers`). */
  readonly stallMs?: number;
  /** Connections at a time; further ones are closed at once. */
  readonly maxConnections?: number;
}

/** Creates a server with time limits for slow uploads, idle connections and unread answers. */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions = {}): Server {
  const { requestTimeoutMs = 30_000, stallMs = 45_000, maxConnections = 10_000 } = options;
  const server = createServer(
    {
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
    },
    (req, res) => {
      if (namesHostTwice(req)) answerError(res, errors.hostTwice);
      else listener(req, res);
    },
  );
  server.maxConnections = maxConnections;
  // A connection that lived for ever would never notice that the load balancer has other targets.
  server.maxRequestsPerSocket = 100_000;
  answerUnreadable(server);
  endStalledAnswers(server, stallMs);
  return server;
}

/**
 * Returns whether a request has two Host headers. Node.js keeps the first, others the last: a proxy that routes by name must not see
 * another one than this server.
 */
function namesHostTwice({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
