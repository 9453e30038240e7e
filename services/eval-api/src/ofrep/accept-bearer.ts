import type { IncomingMessage } from 'node:http';

const bearer = /^Bearer +(\S+) *$/i;

/** Treats `Authorization: Bearer <key>` as `X-API-Key` if that is absent: many OpenFeature providers send the key so. */
export function acceptBearer(req: IncomingMessage): void {
  const { authorization } = req.headers;
  if (authorization === undefined) return;
  const key = bearer.exec(authorization)?.[1];
  if (key !== undefined) req.headers['x-api-key'] ??= key;
}
