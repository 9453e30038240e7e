import type { Request, Response } from 'express';
import { etagOfText } from './etag.ts';
import type { Answer } from '../answer.ts';
import type { AnyRoute } from '../route.ts';
import { sendStream } from './send-stream.ts';
import { sendText } from './send-text.ts';

/** Sends the answer of a handler, or 304 when the client has it already. Resolves with its ETag, if it has one. */
export async function sendAnswer(
  route: Pick<AnyRoute, 'method' | 'status' | 'hasETag' | 'answersSecret'>,
  req: Request,
  res: Response,
  { body, stream, text = stream ? '' : JSON.stringify(body), headers = {} }: Answer<unknown>,
): Promise<string | undefined> {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  if (route.status === 204 || route.status === 303) {
    res.writeHead(route.status).end();
    return undefined;
  }
  if (stream !== undefined) {
    await sendStream(res, route.status, stream);
    return undefined;
  }
  const etag = route.hasETag === true ? etagOfText(text) : undefined;
  if (etag !== undefined) res.setHeader('Cache-Control', 'private, no-cache');
  await sendText(req, res, route.status, { text, etag, hasSecret: route.answersSecret ?? false });
  const own = headers['ETag'];
  return etag ?? (typeof own === 'string' ? own : undefined);
}
