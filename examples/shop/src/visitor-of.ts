import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { countries, type Country, type Visitor } from './visitor.ts';

/** The visitor of the cookies, or a new one. What is in the cookies is checked, because it ends in the page. */
export function visitorOf(request: IncomingMessage): Visitor {
  const { visitor = '', country = '' } = Object.fromEntries(
    (request.headers.cookie ?? '').split('; ').map((cookie) => cookie.split('=')),
  ) as Record<string, string>;
  return {
    id: /^[\da-f-]{36}$/.test(visitor) ? visitor : randomUUID(),
    country: Object.hasOwn(countries, country) ? (country as Country) : 'CA',
  };
}
