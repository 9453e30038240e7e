import type { ProjectState } from '@bunting/changes';
import type { EnvironmentState } from '@bunting/changes/environments';
import type { OrganisationState, Role } from '@bunting/changes/organisations';
import type { Pool, PoolClient } from 'pg';
import type { Caller } from './caller.ts';
import { settingsErrors } from '../errors.ts';

/** The resources that the path of a request names, with the caller's role. It has a project, an environment and a feature only if the path names them. */
export interface Scope {
  readonly organisation: OrganisationState;
  readonly role: Role;
  /** The membership of the person who calls; undefined = a token calls. */
  readonly memberId?: string;
  readonly project?: ProjectState;
  readonly environment?: EnvironmentState;
  readonly featureId?: string;
}

interface Row {
  organisation: OrganisationState;
  role: Role | null;
  memberId: string | null;
  project: ProjectState | null;
  environment: EnvironmentState | null;
  featureId: string | null;
}

/**
 * Finds what the path names, in one query. Throws 404 for the first thing that does not exist or that the caller may not see: an
 * organisation without the caller as a member is answered like one that does not exist.
 */
export async function findScope(
  pool: Pool | PoolClient,
  caller: Caller,
  params: Readonly<Record<string, string>>,
): Promise<Scope> {
  const { org, project, env, feature } = slugsOf(params);
  const { rows } = await pool.query<Row>({
    name: 'settings-scope',
    text: statement,
    values: [org, project, env, feature, caller.kind === 'session' ? caller.accountId : null],
  });
  const row = rows[0];
  const role = row === undefined ? null : roleOf(caller, row);
  if (row === undefined || role === null) throw settingsErrors.unknown('organisation', params['org']!);
  if (project !== null && row.project === null) throw settingsErrors.unknown('project', params['project']!);
  if (env !== null && row.environment === null) throw settingsErrors.unknown('environment', params['env']!);
  if (feature !== null && row.featureId === null) throw settingsErrors.unknown('feature', params['feature']!);
  return {
    organisation: row.organisation,
    role,
    ...(row.memberId !== null && { memberId: row.memberId }),
    ...(row.project && { project: row.project }),
    ...(row.environment && { environment: row.environment }),
    ...(row.featureId !== null && { featureId: row.featureId }),
  };
}

function roleOf(caller: Caller, { organisation, role }: Row): Role | null {
  if (caller.kind === 'session') return role;
  return caller.organisationId === organisation.id ? caller.role : null;
}

/** Slugs are stored in lower case; the path may have them in any case. */
function slugsOf(params: Readonly<Record<string, string>>) {
  const slug = (name: string) => params[name]?.toLowerCase() ?? null;
  return { org: slug('org'), project: slug('project'), env: slug('env'), feature: slug('feature') };
}

const statement = `
  SELECT
    json_build_object('id', organisation.id, 'slug', organisation.slug, 'name', organisation.name,
      'plan', organisation.plan, 'status', organisation.status, 'mauCap', organisation.mau_cap,
      'webhookEndpointCap', organisation.webhook_endpoint_cap, 'eventNameCap', organisation.event_name_cap,
      'storedMebibytesCap', organisation.stored_mebibytes_cap, 'environmentCap', organisation.environment_cap) AS organisation,
    member.role, member.id AS "memberId",
    CASE WHEN project.id IS NOT NULL THEN json_build_object('id', project.id, 'organisationId', organisation.id,
      'slug', project.slug, 'name', project.name, 'clientByDefault', project.client_by_default,
      'naming', project.naming, 'advice', project.advice) END AS project,
    CASE WHEN environment.id IS NOT NULL THEN json_build_object('id', environment.id, 'slug', environment.slug,
      'name', environment.name, 'protected', environment.protected, 'requiredApprovals', environment.required_approvals,
      'approvers', environment.approvers, 'withoutApproval', environment.without_approval,
      'commentRequired', environment.comment_required, 'allowedOrigins', environment.allowed_origins,
      'requireSignedUsers', environment.require_signed_users, 'datafilePersonalData', environment.datafile_personal_data,
      'hasSigningSecret', environment.signing_secret IS NOT NULL, 'position', environment.position) END AS environment,
    feature.id AS "featureId"
  FROM organisation
  LEFT JOIN member ON member.organisation_id = organisation.id AND member.account_id = $5::uuid
  LEFT JOIN project ON project.organisation_id = organisation.id AND project.slug = $2::text
  LEFT JOIN environment ON environment.project_id = project.id AND environment.slug = $3::text
  LEFT JOIN feature ON feature.project_id = project.id AND feature.slug = $4::text AND feature.status <> 'deleted'
  WHERE organisation.slug = $1::text`;
