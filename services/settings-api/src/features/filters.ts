import { storedSlug } from '@bunting/definitions';
import { permanentKinds, storedOwner } from '@bunting/definitions/metadata';

export const servedStates = ['none', 'off', 'on'] as const;

export interface FeatureFilter {
  readonly statuses?: readonly string[] | undefined;
  /** Part of a slug, a name, a description or a variable's slug, in any case. */
  readonly text?: string | undefined;
  /** In any case. */
  readonly tag?: string | undefined;
  /** An address in any case, or a label. */
  readonly owner?: string | undefined;
  readonly kind?: string | undefined;
  /** True if it is meant to stay, also by its kind. */
  readonly permanent?: boolean | undefined;
  /** Only features that no code has asked for by name since then, in any environment. */
  readonly notEvaluatedSince?: Date | undefined;
  /** The state of targeting in an environment. */
  readonly served?:
    | { readonly environmentId: string; readonly state: (typeof servedStates)[number] }
    | undefined;
  /** True if a repository refers to one of its variables. Neither holds if no repository has pushed. */
  readonly referenced?: boolean | undefined;
}

const joinedReferences = `JOIN repository_connection AS connection ON connection.project_id = variable.project_id
      JOIN code_reference AS reference ON reference.repository_connection_id = connection.id
        AND reference.key = variable.slug AND reference.state = 'recorded'`;

/** Returns SQL that tells whether a repository of a project has pushed. */
const hasSnapshot = (project: string) =>
  `EXISTS (SELECT FROM repository_connection WHERE project_id = ${project} AND snapshot_at IS NOT NULL)`;

/** Returns SQL: the conditions of a filter for a row `feature` of a project. `parameter` takes a value and returns its placeholder. */
export function writeConditions(filter: FeatureFilter, parameter: (value: unknown) => string): string[] {
  const { statuses, text, tag, owner, kind, permanent, notEvaluatedSince, served, referenced } = filter;
  const conditions = [`feature.project_id = $1 AND feature.status <> 'deleted'`];
  if (statuses !== undefined) conditions.push(`feature.status = ANY(${parameter(statuses)})`);
  if (text !== undefined) conditions.push(containing(parameter(text), text));
  if (tag !== undefined) conditions.push(`${parameter(storedSlug(tag))} = ANY(tags)`);
  if (owner !== undefined) conditions.push(`${parameter(storedOwner(owner))} = ANY(owners)`);
  if (kind !== undefined) conditions.push(`kind = ${parameter(kind)}`);
  if (permanent !== undefined) {
    conditions.push(
      `coalesce(permanent, kind = ANY(${parameter(permanentKinds)}::text[])) = ${parameter(permanent)}::boolean`,
    );
  }
  if (notEvaluatedSince !== undefined) {
    const since = parameter(notEvaluatedSince);
    conditions.push(`coalesce((${selectLastEvaluated('feature')}), '-infinity') < ${since}`);
  }
  if (served !== undefined) conditions.push(serving(served.state, parameter(served.environmentId)));
  if (referenced !== undefined)
    conditions.push(`${hasSnapshot('$1')} AND (${isReferenced}) = ${parameter(referenced)}::boolean`);
  return conditions;
}

/**
 * Returns SQL for the last request for a variable of a feature by name, in any environment of its project. The inner sub-query makes
 * PostgreSQL look into the index for each variable and environment; with a join it reads the counts of all features.
 */
export function selectLastEvaluated(feature: string): string {
  return `SELECT max(ever.last_at) FROM variable
    JOIN environment ON environment.project_id = variable.project_id
    CROSS JOIN LATERAL (
      SELECT max(last_at) AS last_at FROM evaluation_rollup
      WHERE environment_id = environment.id AND span = 'ever' AND variable_id = variable.id AND asked = 0
    ) AS ever
    WHERE variable.feature_id = ${feature}.id AND variable.deleted_at IS NULL`;
}

/**
 * Returns SQL that tells whether the last snapshot of a repository has a variable of a feature; null if no repository has pushed one. A
 * sub-query with LIMIT looks into the index for each feature; with EXISTS PostgreSQL reads the references of all projects first.
 */
export function selectReferenced(feature: string): string {
  return `CASE WHEN ${hasSnapshot(`${feature}.project_id`)} THEN coalesce((
      SELECT true FROM variable ${joinedReferences} WHERE variable.feature_id = ${feature}.id AND variable.deleted_at IS NULL LIMIT 1
    ), false) END`;
}

/** SQL: the same of all features of a project, found in one pass. */
const isReferenced = `feature.id IN (
    SELECT variable.feature_id FROM variable ${joinedReferences} WHERE variable.project_id = $1 AND variable.deleted_at IS NULL
  )`;

function serving(state: 'none' | 'off' | 'on', environment: string): string {
  const there = (enabled: string) =>
    `EXISTS (SELECT FROM targeting WHERE feature_id = feature.id AND environment_id = ${environment}${enabled})`;
  if (state === 'none') return `NOT ${there('')}`;
  return there(state === 'on' ? ' AND enabled' : ' AND NOT enabled');
}

// LIKE is not used, because the _ of a slug would have to be escaped. Slugs are stored in lower case. For names and descriptions a
// collation is named, because that of the database may know no letters but a to z. Where the text has no other letters, "C" is
// enough and takes a fifth of the time.
function containing(parameter: string, text: string): string {
  const collation = /^[\x20-\x7e]*$/.test(text) ? 'C' : 'und-x-icu';
  const lowered = (expression: string) => `lower(${expression} COLLATE "${collation}")`;
  const needle = lowered(`${parameter}::text`);
  return `(strpos(slug, ${needle}) > 0
    OR strpos(${lowered('name')}, ${needle}) > 0 OR strpos(${lowered('description')}, ${needle}) > 0
    OR id IN (SELECT feature_id FROM variable
              WHERE project_id = $1 AND deleted_at IS NULL AND strpos(slug, ${needle}) > 0))`;
}
