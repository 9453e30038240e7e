import type { auditParameters } from '../../page/search.ts';
import type { HistoryFilter } from '../../api/queries/audit-records.ts';
import type { ActiveFilter } from '../../design/filters/filter-bar.tsx';
import { describeDays } from '../../design/forms/date-text.ts';
import { dayEnd, dayStart } from '../../design/forms/local-time.ts';

/** The search parameters; days are in the time zone of the user. */
export type AuditSearch = { readonly [Name in (typeof auditParameters)[number]]?: string | undefined };

/** Returns the filter of the request. Slugs of features and environments need a project. */
export function toFilter({ from, to, change, feature, environment, ...rest }: AuditSearch): HistoryFilter {
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

/** Names of the nouns with which the action of a record begins. */
export const nounNames: Readonly<Record<string, string>> = {
  targeting: 'Targeting',
  defaults: 'Defaults',
  overrides: 'Overrides',
  feature: 'Features',
  segment: 'Segments',
  change_request: 'Change requests',
  environment: 'Environments',
  environment_key: 'Environment keys',
  signing_secret: 'Signing secrets',
  project: 'Projects',
  organisation: 'Organisation',
  member: 'Members',
  invitation: 'Invitations',
  api_token: 'API tokens',
  webhook_endpoint: 'Webhook endpoints',
  repository: 'Repositories',
  account: 'Accounts',
  password_reset: 'Password resets',
};

type ParameterName = keyof AuditSearch;

/** Returns the filters that are set. `names` has the names of values. */
export function describeFilters(
  { text, project, environment, feature, actor, action, source, from, to, change }: AuditSearch,
  names: { readonly [Name in ParameterName]?: Readonly<Record<string, string>> },
): readonly ActiveFilter<AuditSearch>[] {
  const nameOf = (parameter: ParameterName, value: string) => names[parameter]?.[value] ?? value;
  const days = describeDays(from, to);
  return [
    text && { label: `“${text}”`, cleared: { text: '' } },
    project && {
      label: `Project: ${nameOf('project', project)}`,
      cleared: { project: '', environment: '', feature: '' },
    },
    environment && {
      label: `Environment: ${nameOf('environment', environment)}`,
      cleared: { environment: '' },
    },
    feature && { label: `Feature: ${feature}`, cleared: { feature: '' } },
    actor && { label: `Actor: ${actor}`, cleared: { actor: '' } },
    action && { label: `Action: ${nameOf('action', action)}`, cleared: { action: '' } },
    source && { label: nameOf('source', source), cleared: { source: '' } },
    days && { label: days, cleared: { from: '', to: '' } },
    change && { label: 'One change', cleared: { change: '' } },
  ].filter((each) => typeof each === 'object');
}
