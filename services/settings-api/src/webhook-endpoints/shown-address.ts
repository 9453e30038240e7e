import type { JsonValue } from '@bunting/evaluator/definition';

/**
 * Returns the part of an endpoint's address that viewers see: its origin and the first segment of its path. The rest is often a
 * secret: `https://hooks.acme.example/services/…`.
 */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return '…';
  const { origin, pathname, search, hash } = new URL(url);
  const [, first = '', ...rest] = pathname.split('/');
  const isWhole = rest.length === 0 && search === '' && hash === '';
  const beginning = first === '' ? origin : `${origin}/${first}`;
  return isWhole ? `${origin}/${first}` : `${beginning}/…`;
}

/** Returns the subject of a record: of a webhook endpoint it is its address. */
export function shownSubject({ action, subject }: { action: string; subject: string }): string {
  return isOfEndpoint(action) ? shownAddress(subject) : subject;
}

const isOfEndpoint = (action: string) => action.startsWith('webhook_endpoint.');

interface EndpointRecord {
  readonly action: string;
  readonly subject: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * Returns a record of the audit log with such addresses. Records that are not about webhook endpoints stay as they
 * are.
 */
export function withShownAddress<Row extends EndpointRecord>(row: Row): Row {
  if (!isOfEndpoint(row.action)) return row;
  const { before, after } = row;
  return {
    ...row,
    subject: shownSubject(row),
    before: withShownUrl(before),
    after: withShownUrl(after),
  };
}

function withShownUrl(state: JsonValue): JsonValue {
  if (state === null || typeof state !== 'object' || Array.isArray(state)) return state;
  const described = state as { readonly [name: string]: JsonValue };
  const url = described['url'];
  return typeof url === 'string' ? { ...described, url: shownAddress(url) } : state;
}
