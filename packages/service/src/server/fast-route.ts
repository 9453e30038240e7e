import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { answer, answerNotModified, type ErrorAnswer } from '../errors/answer.ts';
import type { ErrorHandler } from '../errors/error-handler.ts';
import type { HttpError } from '../errors/http-error.ts';
import { answerPreflight, isPreflight } from './cross-origin.ts';
import type { ObserveRequest, RequestObserver } from './request-observer.ts';

/**
 * A POST route that is asked with an environment key, and answered in front of Express, whose routing would cost more than the route's own
 * work (ADR 3). Pages of other sites may ask it, so it answers preflights.
 */
export interface FastRoute {
  /** `/v1/variables`, or `/v1/variables/{key}` with one parameter at the end. */
  readonly path: string;
  /** The status of its answers, errors aside. */
  readonly status: number;
  /**
   * Resolves with the JSON text of the answer. `segment` is what the path has in the parameter's position, still
   * percent-encoded; empty without a parameter. Headers that are set on `res` go with the answer, errors included.
   */
  readonly handle: (req: IncomingMessage, segment: string, res: ServerResponse) => Promise<FastAnswer>;
  /** The form of its errors; absent = that of the error table. */
  readonly describeError?: (error: HttpError, segment: string) => ErrorAnswer;
}

/** The JSON text of an answer, or that the client has it: 304 without a body. */
export type FastAnswer = string | typeof notModified;

/** The client has the present representation; the route has set `ETag`. */
export const notModified = Symbol('notModified');

/** Declares a fast route for `POST`. `status` is that of a successful answer. */
export function fastRoute(
  path: string,
  status: number,
  handle: FastRoute['handle'],
  options: Pick<FastRoute, 'describeError'> = {},
): FastRoute {
  return { path, status, handle, ...options };
}

interface Matcher extends FastRoute {
  /** The path up to the parameter; without a parameter, the path. */
  readonly prefix: string;
  readonly hasParameter: boolean;
  readonly observe: ObserveRequest;
  readonly observePreflight: ObserveRequest;
}

/** Answers the fast routes, and passes every other request to `next`. */
export function serveFastRoutes(options: {
  routes: readonly FastRoute[];
  observer: RequestObserver;
  handleError: ErrorHandler;
  next: RequestListener;
}): RequestListener {
  const { observer, handleError, next } = options;
  const matchers = options.routes.map((route): Matcher => {
    const parameterAt = route.path.indexOf('{');
    const hasParameter = parameterAt !== -1;
    const prefix = hasParameter ? route.path.slice(0, parameterAt) : route.path;
    return {
      ...route,
      prefix,
      hasParameter,
      observe: observer.route('POST', route.path),
      observePreflight: observer.route('OPTIONS', route.path),
    };
  });

  async function respond(
    req: IncomingMessage,
    res: ServerResponse,
    { status, handle, describeError, observe }: Matcher,
    segment: string,
  ): Promise<void> {
    observe(req, res);
    try {
      const made = await handle(req, segment, res);
      if (made === notModified) answerNotModified(res);
      else answer(res, status, made);
    } catch (error) {
      handleError(error, req, res, describeError && ((known) => describeError(known, segment)));
    }
  }

  return (req, res) => {
    if (req.method === 'POST') {
      const path = pathOf(req.url!);
      for (const matcher of matchers) {
        const segment = segmentOf(path, matcher);
        if (segment !== undefined) return void respond(req, res, matcher, segment);
      }
    }
    if (isPreflight(req)) {
      const path = pathOf(req.url!);
      const matcher = matchers.find((each) => segmentOf(path, each) !== undefined);
      if (matcher !== undefined) {
        matcher.observePreflight(req, res);
        return answerPreflight(res);
      }
    }
    next(req, res);
  };
}

/**
 * Returns the segment of the parameter, or `undefined` for another path. A parameter is one whole segment, and not
 * empty.
 */
function segmentOf(path: string, { prefix, hasParameter }: Matcher): string | undefined {
  if (!hasParameter) return path === prefix ? '' : undefined;
  if (path.length <= prefix.length || !path.startsWith(prefix)) return undefined;
  const segment = path.slice(prefix.length);
  return segment.includes('/') ? undefined : segment;
}

/** Returns the path of a request's URL, without the query. A proxy may send the whole URL (RFC 9112 §3.2.2). */
function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}
