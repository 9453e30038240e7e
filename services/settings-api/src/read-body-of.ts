import type { IncomingMessage } from 'node:http';
import { roundedNumbers } from '@bunting/changes';
import type { Problem } from '@bunting/changes';
import { HttpError, parseJsonObject, readBody } from '@bunting/http';
import type { Route } from './route.ts';

/** The body of a request, which is JSON. */
export async function readBodyOf(
  { roundsNumbers = false }: Pick<Route, 'roundsNumbers'>,
  req: IncomingMessage,
  maxBytes: number,
  refuse: (problems: readonly Problem[]) => void,
): Promise<unknown> {
  const bytes = await readBody(req, maxBytes);
  const body = parseJsonObject(bytes);
  if (!roundsNumbers) refuse(roundedNumbers(bytes.toString()));
  return body;
}

/** A document as it came: YAML where its Content-Type says so, else JSON. Throws where the client goes before its end. */
export async function receiveDocument(
  req: IncomingMessage,
  maxBytes: number,
): Promise<{ bytes: Buffer; isYaml: boolean }> {
  const yaml = isYaml(req.headers['content-type']);
  const bytes = await Promise.race([
    readBody(req, yaml ? Math.min(maxBytes, mostYamlBytes) : maxBytes),
    untilGone(req),
  ]);
  return { bytes, isYaml: yaml };
}

/** Whoever goes must not keep the place that a document takes. */
function untilGone(req: IncomingMessage): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => {
      if (!req.complete) reject(new HttpError(400, 'The body ended before its end.'));
    };
    if (req.destroyed) refuse();
    else req.once('close', refuse);
  });
}

/** Reading YAML takes a second a megabyte, and eighty times as much memory as it has bytes. JSON takes a hundredth. */
const mostYamlBytes = 2 * 1024 * 1024;

/** RFC 9512 and what was used before it. */
export function isYaml(mediaType: string | undefined): boolean {
  return /^(?:application|text)\/(?:x-)?yaml\s*(?:;|$)/i.test(mediaType ?? '');
}
