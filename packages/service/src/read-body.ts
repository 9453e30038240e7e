/** What reads the body of a request: apart, so that a thread that does nothing else loads no server. */
export { parseJsonObject } from './body/parse-json-object.ts';
export { errors } from './errors/errors.ts';
export { HttpError } from './errors/http-error.ts';
