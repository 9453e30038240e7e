import { errors, type ErrorAnswer, type HttpError } from '@bunting/service';
import { decodeKey } from '../read-request.ts';

const maxRetryAfterSeconds = 60;

/** Returns the form of errors on the route of all flags (docs/reference/sdks.md). */
export function describeError(error: HttpError): ErrorAnswer {
  return errorAnswer(error, {});
}

/** Returns the form of errors on the route of one flag: with its key. */
export function describeErrorOfFlag(error: HttpError, segment: string): ErrorAnswer {
  return errorAnswer(error, { key: error === errors.undecodablePath ? segment : decodeKey(segment) });
}

function errorAnswer(error: HttpError, key: { readonly key?: string }): ErrorAnswer {
  const { status, code, message } = error;
  const metadata = code === undefined ? undefined : { code };
  return {
    status,
    headers: headersOf(error),
    text: JSON.stringify({ ...key, errorCode: errorCodeOf(error), errorDetails: message, metadata }),
  };
}

function errorCodeOf(error: HttpError): string {
  if (error === errors.variableUnknown) return 'FLAG_NOT_FOUND';
  if (error === errors.contextNotObject) return 'INVALID_CONTEXT';
  // Apart from the two of the path and the batch, every 400 is about a body that is no JSON object, or more than one is read of.
  const isOfBody = error.status === 400 && error.code === undefined && error !== errors.undecodablePath;
  return isOfBody ? 'PARSE_ERROR' : 'GENERAL';
}

/** Returns the headers. A provider sends nothing before `Retry-After`: it must not stop for longer than a minute. */
function headersOf({ status, headers }: HttpError): HttpError['headers'] {
  const seconds = Number(headers['Retry-After']);
  if (status !== 429 || !(seconds > maxRetryAfterSeconds)) return headers;
  return { ...headers, 'Retry-After': String(maxRetryAfterSeconds) };
}
