import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { countries, type Country, type Visitor } from './visitor.ts';

/**
 * Returns the visitor of the cookies, or a new one. The cookies are checked, because their values end up in the page.
 */
export function readVisitor(request: IncomingMessage): Visitor {
  const { visitor = '', country = '' } = Object.fromEntries(
    (request.headers.cookie ?? '').split('; ').map((cookie) => cookie.split('=')),
  ) as Record<string, string>;
  return {
    id: /^[\da-f-]{36}$/.test(visitor) ? visitor : randomUUID(),
    country: Object.hasOwn(countries, country) ? (country as Country) : 'CA',
  };
}
