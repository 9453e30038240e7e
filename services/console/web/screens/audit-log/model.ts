import type { auditParameters } from '../../page/search.ts';
import type { HistoryFilter } from '../../api/queries/audit-records.ts';
import { dayEnd, dayStart } from '../../design/forms/local-time.ts';

/** The search parameters; days are in the time zone of the user. */
export type AuditSearch = { readonly [Name in (typeof auditParameters)[number]]?: string | undefined };

/** Returns the filter of the request. Slugs of features and environments need a project. */
export function filterOf({ from, to, change, feature, environment, ...rest }: AuditSearch): HistoryFilter {
  const isProject = rest.project !== undefined;
  const given = {
    ...rest,
    feature: isProject ? feature : undefined,
    environment: isProject ? environment : undefined,
    from: from && dayStart(from),
    to: to && dayEnd(to),
    change_id: change,
  };
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as HistoryFilter;
}

/** Nouns with which the action of a record begins. */
export const nouns = [
  'targeting',
  'defaults',
  'overrides',
  'feature',
  'segment',
  'environment',
  'environment_key',
  'signing_secret',
  'project',
  'organisation',
  'member',
  'invitation',
  'api_token',
  'webhook_endpoint',
  'repository',
  'account',
  'password_reset',
] as const;
