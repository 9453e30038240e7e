import { checkOfrepAnswer } from '../ofrep/check-answer.ts';
import type { CheckGroup } from '../check.ts';
import { checkResponse } from './check-response.ts';
import type { HttpRequest } from './http-case.ts';
import type { HttpFileAt } from '../vectors/read-vectors.ts';
import type { RawRequest, Send } from './send.ts';
import { writeJson } from './write-json.ts';

/** Returns the HTTP cases, one group per file, in the order in which they must run. */
export function httpChecks(files: readonly HttpFileAt[], send: Send): CheckGroup[] {
  return files.map(({ path, file: { cases, environment_keys: keys = {} } }) => ({
    name: path,
    checks: cases.map(({ name, request, response }) => ({
      name,
      run: async () => {
        const sent = rawRequestOf(request, keys);
        const actual = await send(sent);
        return [...checkResponse(response, actual), ...checkOfrepAnswer(sent, actual)];
      },
    })),
  }));
}

function rawRequestOf(request: HttpRequest, keys: Readonly<Record<string, string>>): RawRequest {
  const { method, path, environment_key: keyName, json } = request;
  const body = json === undefined ? request.text : writeJson(json, Date.now());
  const headers = new Map<string, string | null>([['content-type', 'application/json']]);
  if (keyName !== undefined) headers.set('x-api-key', keyOf(keys, keyName));
  for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name.toLowerCase(), value);
  return {
    method,
    path,
    headers: Object.fromEntries(
      [...headers].filter((header): header is [string, string] => header[1] !== null),
    ),
    ...(body === undefined ? {} : { body }),
  };
}

function keyOf(keys: Readonly<Record<string, string>>, name: string): string {
  const key = keys[name];
  if (key === undefined) throw new Error(`The file names no environment key ${name}.`);
  return key;
}
