import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { ActualResponse } from '../http/http-case.ts';
import type { RawRequest } from '../http/send.ts';
import { readOfrepSchema } from '../vectors/read-vectors.ts';

const schema = readOfrepSchema();
const ajv = new Ajv({ allowUnionTypes: true, strictRequired: false, strictTypes: false });
const validators = new Map(
  Object.keys(schema.definitions).map((name) => [
    name,
    ajv.compile({ ...schema, $ref: `#/definitions/${name}` }),
  ]),
);

const route = /^\/ofrep\/v1\/evaluate\/flags(\/[^/?]+)?(?:\?|$)/;

/**
 * Returns the differences between the answer to an OFREP request and the protocol, one sentence each; none for other
 * requests.
 */
export function checkOfrepAnswer(
  { method, path }: Pick<RawRequest, 'method' | 'path'>,
  { status, text }: ActualResponse,
): string[] {
  const matched = route.exec(path);
  const isPreflight = method === 'OPTIONS' && status === 204;
  if (matched === null || isPreflight) return [];
  if (status === 304) return text === '' ? [] : ['304 has a body'];
  const name = definitionOf(status, matched[1] !== undefined);
  const validate = validators.get(name) as ValidateFunction;
  return validate(JSON.parse(text))
    ? []
    : (validate.errors ?? []).map((error) => `by the protocol's ${name}, ${describe(error)}`);
}

function definitionOf(status: number, isSingle: boolean): string {
  if (status === 200) return isSingle ? 'evaluationSuccess' : 'bulkEvaluationSuccess';
  if (!isSingle) return 'bulkEvaluationFailure';
  return status === 404 ? 'flagNotFound' : 'evaluationFailure';
}

function describe({ instancePath, message }: ErrorObject): string {
  return `${instancePath === '' ? 'the body' : instancePath} ${message}`;
}
