/**
 * The functions that read the body of a request, in an entry point of their own, so that a worker thread loads no
 * server.
 */
export { parseJsonObject } from './body/parse-json-object.ts';
export { errors } from './errors/errors.ts';
export { HttpError } from './errors/http-error.ts';
