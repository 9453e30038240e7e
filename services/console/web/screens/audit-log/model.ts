import type { auditParameters } from '../../page/search.ts';
import type { HistoryFilter } from '../../api/queries/audit-records.ts';
import { dayEnd, dayStart } from '../../design/forms/local-time.ts';

/** What the address says; days are those of the reader. */
export type AuditSearch = { readonly [Name in (typeof auditParameters)[number]]?: string | undefined };

/** What the server is asked for. A slug of a feature or an environment is one of a project, and is left out without it. */
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

/** What changes are of, as the action of a record begins. */
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
