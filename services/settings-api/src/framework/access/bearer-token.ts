import type { IncomingMessage } from 'node:http';

/** The token of the request; undefined = it carries none, whatever else its Authorization header says. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
