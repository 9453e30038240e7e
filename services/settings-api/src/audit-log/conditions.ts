import { leastIdAt, maxChangeMs } from '@bunting/database';
import type { AuditFilters } from './filters.ts';

/** Conditions of `record`, and the values of their placeholders. */
export interface Conditions {
  readonly values: unknown[];
  readonly conditions: readonly string[];
}

function collect(values: unknown[]) {
  const conditions: string[] = [];
  const add = (condition: (placeholder: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  return { conditions, add };
}

/** Returns the conditions that an index serves. */
export function writeConditions(
  organisation: { readonly id: string },
  filters: AuditFilters,
  before: string | undefined,
): Conditions {
  const values: unknown[] = [];
  const { conditions, add } = collect(values);
  add((id) => `record.organisation_id = ${id}`, organisation.id);
  addIds('project_id', filters.projectIds);
  addIds('feature_id', filters.featureIds);
  add((actor) => `record.actor = ${actor}`, filters.actor);
  add((action) => `record.action = ${action}`, filters.action);
  add((id) => `record.change_id = ${id}`, filters.changeId);
  add((time) => `record.created_at >= ${time}`, filters.from);
  add((time) => `record.created_at < ${time}`, filters.to);
  // Ids begin with the time, so that the index finds a part of the log, however old it is.
  add(
    (id) => `record.id >= ${id}`,
    filters.from && leastIdAt(new Date(filters.from.getTime() - maxChangeMs)),
  );
  add((id) => `record.id < ${id}`, filters.to && leastIdAt(new Date(filters.to.getTime() + maxChangeMs)));
  add((id) => `record.id < ${id}`, before);
  return { values, conditions };

  /** Adds ids. For one id, the usual case, PostgreSQL reads the log in the order of the index. */
  function addIds(column: string, ids: readonly string[] | undefined): void {
    if (ids?.length === 1) add((id) => `record.${column} = ${id}`, ids[0]);
    else add((list) => `record.${column} = ANY(${list}::uuid[])`, ids);
  }
}

/**
 * Returns the conditions that no index serves, with their values after the given ones. A caller who may not see addresses of webhook endpoints
 * does not find them by a part of them either.
 */
export function writeSearchConditions(
  { among }: AuditFilters,
  given: readonly unknown[],
  seesReceivers: boolean,
): Conditions {
  const values = [...given];
  const { conditions, add } = collect(values);
  add((list) => `record.environment_id = ANY(${list}::uuid[])`, among.environmentIds);
  add((word) => `record.source = ${word}`, among.source);
  add((begin) => `starts_with(record.action, ${begin})`, among.actionBegins);
  const isShown = seesReceivers ? 'true' : `NOT starts_with(record.action, 'webhook_endpoint.')`;
  add(
    (part) =>
      `(${isShown} AND strpos(lower(record.subject), ${part}) > 0 OR strpos(lower(record.comment), ${part}) > 0)`,
    among.text?.toLowerCase(),
  );
  return { values, conditions };
}
