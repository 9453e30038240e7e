import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import {
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_SYSTEM_NAME,
} from '@opentelemetry/semantic-conventions';
import pg from 'pg';
import type { Spans } from './spans.ts';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/**
 * Wraps the queries of `pg`, which has no tracing channel. It records the operation and the text of statements with parameters, never
 * the parameters. Streams (COPY) are not traced.
 */
export function tracePostgres(spans: Spans): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  prototype.query = function (...args) {
    const context = spans.current();
    const text = textOf(args[0]);
    if (context === undefined || text === undefined) return query.apply(this, args);
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
    const span = spans.tracer.startSpan(
      operation,
      {
        kind: SpanKind.CLIENT,
        attributes: { [ATTR_DB_SYSTEM_NAME]: 'postgresql', [ATTR_DB_OPERATION_NAME]: operation },
      },
      context,
    );
    if (hasParameters(args)) span.setAttribute(ATTR_DB_QUERY_TEXT, text);
    const end = (error?: unknown) => {
      if (error) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    const done = args.at(-1);
    // The pool asks with a callback.
    if (typeof done === 'function') {
      return query.call(this, ...args.slice(0, -1), (error: unknown, result: unknown) => {
        end(error);
        (done as (error: unknown, result: unknown) => void)(error, result);
      });
    }
    const result = query.apply(this, args);
    (result as Promise<unknown>).then(() => end(), end);
    return result;
  };
  return () => {
    prototype.query = query;
  };
}

/** Returns the text of a statement, or undefined for a stream or a query object. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined;
  return 'text' in query && typeof query.text === 'string' ? query.text : undefined;
}

function hasParameters([query, values]: readonly unknown[]): boolean {
  if (Array.isArray(values)) return values.length > 0;
  return typeof query === 'object' && query !== null && 'values' in query && Array.isArray(query.values);
}
