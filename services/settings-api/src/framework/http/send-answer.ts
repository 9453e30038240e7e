import type { Request, Response } from 'express';
import { etagOfText } from './etag.ts';
import type { Answer, Route } from '../route.ts';
import { sendStream } from './send-stream.ts';
import { sendText } from './send-text.ts';

/** Sends the answer of a handler, or 304 when the client has it already. */
export async function sendAnswer(
  route: Pick<Route, 'method' | 'status' | 'hasETag' | 'answersSecret'>,
  req: Request,
  res: Response,
  { body, stream, events, text = stream ? '' : JSON.stringify(body), headers = {} }: Answer<unknown>,
): Promise<void> {
  if (events !== undefined) {
    if (req.method !== 'HEAD') return events(res);
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).end();
    return;
  }
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  if (route.status === 204 || route.status === 303) {
    res.writeHead(route.status).end();
    return;
  }
  if (stream !== undefined) return sendStream(res, route.status, stream);
  const etag = route.hasETag === true ? etagOfText(text) : undefined;
  if (etag !== undefined) res.setHeader('Cache-Control', 'private, no-cache');
  await sendText(req, res, route.status, { text, etag, hasSecret: route.answersSecret ?? false });
}
