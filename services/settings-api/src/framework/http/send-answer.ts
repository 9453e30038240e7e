import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer } from '@bunting/service';
import { etagOfText, tagsOf } from './etag.ts';
import type { Answer, Route } from '../route.ts';

/** Sends what a handler answered, or 304 when that is what the client has. */
export function sendAnswer(
  route: Pick<Route, 'method' | 'status' | 'hasETag'>,
  req: IncomingMessage,
  res: ServerResponse,
  { body, text = JSON.stringify(body), headers = {} }: Answer<unknown>,
): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  if (route.status === 204 || route.status === 303) {
    res.writeHead(route.status).end();
    return;
  }
  if (route.hasETag === true) {
    const etag = etagOfText(text);
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', 'private, no-cache');
    const known = route.method === 'GET' ? tagsOf(req.headers['if-none-match'] ?? '') : [];
    if (known.includes(etag)) {
      res.writeHead(304).end();
      return;
    }
  }
  if (res.hasHeader('Content-Type')) {
    res.writeHead(route.status, { 'Content-Length': Buffer.byteLength(text) }).end(text);
  } else {
    answer(res, route.status, text);
  }
}
