import { Type } from '@bunting/definitions/type';
import type { TProperties, TSchema } from 'typebox';
import { dryRunParameter, hasDryRun } from './dry-run.ts';
import { querySchema } from './http/query.ts';
import type { Route } from './route.ts';

/** Control characters would let a comment overwrite other lines of a terminal that shows the audit log. */
const commentSchema = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    description:
      'a line of text, without control characters, that says why: it stands in the audit records and in `data.comment` of webhooks',
  }),
);

/** Whether the route writes audit records, so that it takes `?comment=` and answers `Change-Id`. */
export function isRecorded({
  method,
  recordsNothing = false,
}: Pick<Route, 'method' | 'recordsNothing'>): boolean {
  return method !== 'GET' && !recordsNothing;
}

/** The query that a route takes: its own parameters and, if it makes a change, the comment, and `dry_run` where it has one. */
export function queryOf(
  route: Pick<Route, 'method' | 'action' | 'recordsNothing' | 'hasDryRun' | 'query'>,
): TSchema | undefined {
  if (!isRecorded(route)) return route.query;
  const { properties } = (route.query ?? { properties: {} }) as unknown as { properties: TProperties };
  const dryRun = hasDryRun(route) ? { dry_run: dryRunParameter } : {};
  return querySchema({ ...properties, ...dryRun, comment: commentSchema });
}
