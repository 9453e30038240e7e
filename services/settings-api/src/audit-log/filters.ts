import { isUuid, uuidPattern } from '@bunting/definitions/uuid';
import type { Problem } from '@bunting/definitions/checks';
import type { Pool } from 'pg';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { settingsErrors } from '../framework/errors.ts';
import { stringEnum } from '../framework/schemas.ts';
import { readTimeRange, timeRangeParameters } from '../framework/http/time-range.ts';

/** The sources of changes. */
export const sources = ['session', 'api_token', 'staff', 'import', 'bootstrap', 'change_request'] as const;

export const auditParameters = {
  project: Type.Optional(Type.String({ description: 'a slug, or the id of a deleted project' })),
  feature: Type.Optional(
    Type.String({ description: 'a slug in the project, also of a deleted feature, or an id' }),
  ),
  actor: Type.Optional(Type.String({ description: 'an email address, `staff` or `bootstrap`' })),
  action: Type.Optional(
    Type.String({ maxLength: 100, description: 'a noun and a verb: `targeting.updated`, or `targeting.*`' }),
  ),
  environment: Type.Optional(
    Type.String({ description: 'a slug in the project or an id, also of a deleted environment' }),
  ),
  source: Type.Optional(stringEnum(sources)),
  text: Type.Optional(
    Type.String({ maxLength: 200, description: 'a part of the subject or comment, case-insensitive' }),
  ),
  change_id: Type.Optional(
    Type.String({ pattern: uuidPattern, description: 'the id of the change whose records to return' }),
  ),
  ...timeRangeParameters,
};

type Parameters = Static<ReturnType<typeof Type.Object<typeof auditParameters>>>;

/** The filters of the query, with slugs resolved to ids. */
export interface AuditFilters {
  readonly projectIds: readonly string[] | undefined;
  readonly featureIds: readonly string[] | undefined;
  readonly actor: string | undefined;
  readonly action: string | undefined;
  readonly changeId: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Filters that no index serves. */
  readonly among: {
    readonly environmentIds: readonly string[] | undefined;
    readonly source: string | undefined;
    /** The part of `targeting.*` before the star. */
    readonly actionBegins: string | undefined;
    readonly text: string | undefined;
  };
}

/** Throws 400 for a project or a feature that the organisation does not have. */
export async function readAuditFilters(
  pool: Pool,
  organisation: { readonly id: string },
  parameters: Parameters,
): Promise<AuditFilters> {
  const { project, feature, actor, action, environment, source, text, change_id: changeId } = parameters;
  const { from, to, problems } = readTimeRange(parameters);
  if (problems.length > 0) throw settingsErrors.invalid(problems);
  const projectIds = project === undefined ? undefined : await projectsOf(pool, organisation, project);
  if (projectIds?.length === 0) throw invalidParameter('project', 'is not a project of this organisation');
  const featureIds = feature === undefined ? undefined : await featuresOf(pool, projectIds, feature);
  if (featureIds?.length === 0) throw invalidParameter('feature', 'is not a feature of this project');
  const environmentIds =
    environment === undefined ? undefined : await environmentsOf(pool, organisation, projectIds, environment);
  if (environmentIds?.length === 0)
    throw invalidParameter('environment', 'is not an environment of this project');
  const isPrefix = action?.endsWith('.*') === true;
  return {
    projectIds,
    featureIds,
    actor: actor?.toLowerCase(),
    action: isPrefix ? undefined : action,
    among: { environmentIds, source, actionBegins: isPrefix ? action.slice(0, -1) : undefined, text },
    changeId,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

/** Finds a deleted project in the log, which has its slug; several may have had the same one. */
async function projectsOf(pool: Pool, organisation: { id: string }, project: string): Promise<string[]> {
  if (isUuid(project))
    return (await isOfOrganisation(pool, organisation, project)) ? [project.toLowerCase()] : [];
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM project WHERE organisation_id = $1 AND slug = $2
     UNION
     SELECT project_id FROM audit_record
     WHERE organisation_id = $1 AND action = 'project.deleted' AND subject = $2 AND project_id IS NOT NULL`,
    [organisation.id, project.toLowerCase()],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns whether the project belongs to the organisation: one of another organisation is answered like a missing
 * one.
 */
async function isOfOrganisation(
  pool: Pool,
  organisation: { id: string },
  projectId: string,
): Promise<boolean> {
  const { rows } = await pool.query(
    `(SELECT FROM project WHERE organisation_id = $1 AND id = $2)
     UNION ALL (SELECT FROM audit_record WHERE organisation_id = $1 AND project_id = $2 LIMIT 1)
     LIMIT 1`,
    [organisation.id, projectId],
  );
  return rows.length > 0;
}

/** Finds features. Deleted ones keep their rows as long as their project exists. */
async function featuresOf(
  pool: Pool,
  projectIds: readonly string[] | undefined,
  feature: string,
): Promise<string[]> {
  if (isUuid(feature)) return [feature.toLowerCase()];
  if (projectIds === undefined)
    throw invalidParameter('feature', 'must be an id, or a slug together with "project"');
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM feature WHERE project_id = ANY($1::uuid[]) AND slug = $2',
    [projectIds, feature.toLowerCase()],
  );
  return rows.map(({ id }) => id);
}

/** Finds a deleted environment in the log, as a project is. */
async function environmentsOf(
  pool: Pool,
  organisation: { readonly id: string },
  projectIds: readonly string[] | undefined,
  environment: string,
): Promise<string[]> {
  if (isUuid(environment)) return [environment.toLowerCase()];
  if (projectIds === undefined)
    throw invalidParameter('environment', 'must be an id, or a slug together with "project"');
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM environment WHERE project_id = ANY($1::uuid[]) AND slug = $2
     UNION
     SELECT environment_id FROM audit_record
     WHERE organisation_id = $3 AND action = 'environment.deleted' AND project_id = ANY($1::uuid[])
       AND environment_id IS NOT NULL AND before->>'slug' = $2`,
    [projectIds, environment.toLowerCase(), organisation.id],
  );
  return rows.map(({ id }) => id);
}

function invalidParameter(parameter: string, message: string) {
  const problem: Problem = { path: `query.${parameter}`, message };
  return settingsErrors.invalid([problem]);
}
