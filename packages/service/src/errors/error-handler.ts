import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError, type ErrorAnswer } from './answer.ts';
import { errors } from './errors.ts';
import { HttpError } from './http-error.ts';
import type { Logger } from '@bunting/observability';
import { letPagesRead } from '../server/cross-origin.ts';
import { getRequestId } from '../server/request-id.ts';

/** Gives an error the form of another protocol. */
export type DescribeError = (error: HttpError) => ErrorAnswer;

/** Returns the status of the answer. */
export type ErrorHandler = (
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  describe?: DescribeError,
) => number;

/** Answers every error that a request throws. The answer to an unexpected error says nothing about it; the log has it in full. */
export function createErrorHandler(options: {
  log: Logger;
  /** True if pages of any site may read the errors. */
  readByPages?: boolean | undefined;
}): ErrorHandler {
  const { log, readByPages = false } = options;
  return (error, req, res, describe = itself) => {
    const known = toHttpError(error);
    if (known === undefined) {
      // `req` itself is not logged, because its headers contain the caller's key.
      log.error({ err: error, requestId: getRequestId(req) }, 'A request failed unexpectedly.');
    }
    const answered = describe(known ?? errors.internal);
    if (readByPages) letPagesRead(res);
    if (res.headersSent) res.destroy();
    else answerError(res, answered);
    return answered.status;
  };
}

function itself(error: HttpError): ErrorAnswer {
  return error;
}

function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  // Express' router, when a path parameter cannot be decoded.
  if (error instanceof URIError && 'status' in error && error.status === 400) return errors.undecodablePath;
  return undefined;
}
