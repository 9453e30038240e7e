import type { IncomingMessage } from 'node:http';
import { roundedNumbers, type Problem } from '@bunting/definitions/checks';
import { parseWithDigits } from '@bunting/evaluator';
import { HttpError, parseJsonObject, readBody } from '@bunting/service';
import type { AnyRoute } from '../route.ts';

/** Reads the body of a request, which is JSON. `refuse` throws when a number would be rounded, except in the member with users. */
export async function readJsonBody(
  { usersIn }: Pick<AnyRoute, 'usersIn'>,
  req: IncomingMessage,
  maxBytes: number,
  refuse: (problems: readonly Problem[]) => void,
): Promise<unknown> {
  const bytes = await readBody(req, maxBytes);
  const body = parseJsonObject(bytes);
  const text = bytes.toString();
  const rounded = roundedNumbers(text);
  if (rounded.length === 0) return body;
  const isOfUser = ({ path }: Problem) => usersIn !== undefined && /^\w*/.exec(path)?.[0] === usersIn;
  refuse(rounded.filter((problem) => !isOfUser(problem)));
  return parseWithDigits(text);
}

/** Receives a document: YAML where its Content-Type says so, else JSON. Throws 400 when the client disconnects before its end. */
export async function receiveDocument(
  req: IncomingMessage,
  maxBytes: number,
): Promise<{ bytes: Buffer; isYaml: boolean }> {
  const yaml = isYaml(req.headers['content-type']);
  const bytes = await Promise.race([
    readBody(req, yaml ? Math.min(maxBytes, maxYamlBytes) : maxBytes),
    rejectOnDisconnect(req),
  ]);
  return { bytes, isYaml: yaml };
}

/** Rejects when the client disconnects, which would otherwise keep the permit of its document. */
function rejectOnDisconnect(req: IncomingMessage): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => {
      if (!req.complete) reject(new HttpError(400, 'The body ended before its end.', { code: 'invalid' }));
    };
    if (req.destroyed) refuse();
    else req.once('close', refuse);
  });
}

/** Reading YAML takes a second a megabyte, and eighty times as much memory as it has bytes. JSON takes a hundredth. */
const maxYamlBytes = 2 * 1024 * 1024;

/** Returns whether the media type is YAML, by RFC 9512 or one of the names that were used before it. */
export function isYaml(mediaType: string | undefined): boolean {
  return /^(?:application|text)\/(?:x-)?yaml\s*(?:;|$)/i.test(mediaType ?? '');
}
