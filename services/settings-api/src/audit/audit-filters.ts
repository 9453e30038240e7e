import type { Problem } from '@bunting/changes';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { settingsErrors } from '../errors.ts';
import { isUuid } from '../uuid.ts';

const timeParameter = (description: string) =>
  Type.Optional(
    Type.String({
      pattern:
        '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[-+ ][0-9]{2}:[0-9]{2})$',
      description: `an ISO 8601 time with offset, such as 2026-11-21T09:00:00Z: ${description}`,
    }),
  );

export const auditParameters = {
  project: Type.Optional(Type.String({ description: 'slug, or id of one that is gone' })),
  feature: Type.Optional(Type.String({ description: 'slug in the project, of deleted ones too; or id' })),
  actor: Type.Optional(Type.String({ description: 'e-mail address, `staff` or `bootstrap`' })),
  action: Type.Optional(Type.String({ description: 'noun and verb: `targeting.updated`' })),
  from: timeParameter('the first moment'),
  to: timeParameter('the moment after the last one'),
};

type Parameters = Static<ReturnType<typeof Type.Object<typeof auditParameters>>>;

/** What the query asks for, with names resolved. */
export interface AuditFilters {
  readonly projectIds: readonly string[] | undefined;
  readonly featureIds: readonly string[] | undefined;
  readonly actor: string | undefined;
  readonly action: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** Throws 400 for what names nothing here. */
export async function readAuditFilters(
  pool: Pool,
  organisation: { readonly id: string },
  parameters: Parameters,
): Promise<AuditFilters> {
  const { project, feature, actor, action } = parameters;
  const projectIds = project === undefined ? undefined : await projectsOf(pool, organisation, project);
  if (projectIds?.length === 0) throw refused('project', 'names no project of this organisation');
  const featureIds = feature === undefined ? undefined : await featuresOf(pool, projectIds, feature);
  if (featureIds?.length === 0) throw refused('feature', 'names no feature of this project');
  return {
    projectIds,
    featureIds,
    actor: actor?.toLowerCase(),
    action,
    from: timeOf('from', parameters.from),
    to: timeOf('to', parameters.to),
  };
}

/** A project that is gone left its name behind in the log; there may have been several of one name. */
async function projectsOf(pool: Pool, organisation: { id: string }, project: string): Promise<string[]> {
  if (isUuid(project)) return [project.toLowerCase()];
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM project WHERE organisation_id = $1 AND slug = $2
     UNION
     SELECT project_id FROM audit_record
     WHERE organisation_id = $1 AND action = 'project.deleted' AND subject = $2 AND project_id IS NOT NULL`,
    [organisation.id, project.toLowerCase()],
  );
  return rows.map(({ id }) => id);
}

/** Deleted features keep their rows as long as their project is there. */
async function featuresOf(
  pool: Pool,
  projectIds: readonly string[] | undefined,
  feature: string,
): Promise<string[]> {
  if (isUuid(feature)) return [feature.toLowerCase()];
  if (projectIds === undefined) throw refused('feature', 'is an id, or a slug together with a project');
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM feature WHERE project_id = ANY($1::uuid[]) AND slug = $2',
    [projectIds, feature.toLowerCase()],
  );
  return rows.map(({ id }) => id);
}

function timeOf(name: 'from' | 'to', text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  // Whoever forgets to write %2B for the plus of an offset sends a space.
  const time = new Date(text.replace(' ', '+'));
  if (Number.isNaN(time.getTime())) throw refused(name, 'is no time that there is');
  return time;
}

function refused(parameter: string, message: string) {
  const problem: Problem = { path: `query.${parameter}`, message };
  return settingsErrors.invalid([problem]);
}
