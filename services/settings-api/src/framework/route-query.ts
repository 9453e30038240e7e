import { Type } from '@bunting/definitions/type';
import type { TProperties, TSchema } from 'typebox';
import { dryRunParameter } from './dry-run.ts';
import { querySchema } from './http/query.ts';
import type { AnyRoute } from './route.ts';

/** Control characters would let a comment overwrite other lines of a terminal that shows the audit log. */
export const commentSchema = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    description:
      'a reason for the change, in one line without control characters; it is in the audit records and in `data.comment` of webhooks',
  }),
);

/** Returns true for a route that makes a change, so that it takes `?dry_run=true`. */
export function makesChange(route: AnyRoute): boolean {
  return route.kind === 'change' || (route.kind === 'own' && route.makesChange === true);
}

/** Returns true for a route that writes audit records, so that it takes `?comment=` and answers `Change-Id`. */
export function isRecorded(route: AnyRoute): boolean {
  return makesChange(route) && !(route.kind === 'change' && route.recordsNothing === true);
}

/** Returns the query of a route: its own parameters and, if it makes a change, `dry_run` and `comment`. */
export function getQuerySchema(route: AnyRoute): TSchema | undefined {
  if (!makesChange(route)) return route.query;
  const { properties } = (route.query ?? { properties: {} }) as unknown as { properties: TProperties };
  return querySchema({
    ...properties,
    dry_run: dryRunParameter,
    ...(isRecorded(route) && { comment: commentSchema }),
  });
}

/** The parameters that the framework reads, and those that are left for the handler. */
export interface ChangeQuery {
  readonly comment: string | undefined;
  readonly isDryRun: boolean | undefined;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Takes `dry_run` and `comment` out of the query of a route that makes a change. */
export function readChangeQuery(route: AnyRoute, given: Readonly<Record<string, unknown>>): ChangeQuery {
  if (!makesChange(route)) return { comment: undefined, isDryRun: undefined, query: given };
  const { comment, dry_run: isDryRun, ...query } = given as { comment?: string; dry_run?: boolean };
  return { comment, isDryRun, query };
}
