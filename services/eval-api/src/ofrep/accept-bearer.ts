import type { IncomingMessage } from 'node:http';

const bearer = /^Bearer +(\S+) *$/i;

/** Many OpenFeature providers send the key as `Authorization: Bearer <key>`: where `X-API-Key` is absent, it counts as that header. */
export function acceptBearer(req: IncomingMessage): void {
  const { authorization } = req.headers;
  if (authorization === undefined) return;
  const key = bearer.exec(authorization)?.[1];
  if (key !== undefined) req.headers['x-api-key'] ??= key;
}
