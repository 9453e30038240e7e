import { organisationColumns, type OrganisationState, type Role } from '@bunting/changes/organisations';
import { storedSlug } from '@bunting/definitions';
import type { Pool } from 'pg';
import type { Caller } from '../framework/access/caller.ts';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { contentColumns, type ProjectContent } from '../projects/queries.ts';

export type OwnOrganisation = Pick<OrganisationState, 'slug' | 'name' | 'plan' | 'status'> & {
  /** The role of the caller, who can be a token. */
  readonly role: Role;
  /** The first hundred by slug. */
  readonly projects: (ProjectContent & { slug: string; name: string })[];
};

/** Projects of one organisation in the list of organisations. */
export const maxListedProjects = 100;

interface PageOfSlugs {
  readonly after: string;
  readonly limit: number;
}

/** Lists the organisations of the caller by slug, those after `after`. */
export function listOwnOrganisations(
  pool: Pool,
  caller: Caller,
  { after, limit }: PageOfSlugs,
): Promise<PageRows<OwnOrganisation>> {
  const accountId = caller.kind === 'session' ? caller.accountId : null;
  const organisationId = caller.kind === 'api_token' ? caller.organisationId : null;
  const tokenRole = caller.kind === 'api_token' ? caller.role : null;
  return readPageRows<OwnOrganisation>(
    pool,
    `SELECT slug, name, plan, status, coalesce(member.role, $5) AS role, (
       SELECT coalesce(json_agg(project ORDER BY slug), '[]') FROM (
         SELECT slug, name, ${contentColumns} FROM project
         WHERE organisation_id = organisation.id ORDER BY slug LIMIT ${maxListedProjects}
       ) AS project
     ) AS projects
     FROM organisation LEFT JOIN member ON member.organisation_id = organisation.id AND member.account_id = $1
     WHERE (member.id IS NOT NULL OR organisation.id = $2) AND slug > $3 ORDER BY slug LIMIT $4`,
    [accountId, organisationId, after, limit, tokenRole],
  );
}

/** Lists all organisations of the installation by slug, those after `after`. */
export function listAllOrganisations(
  pool: Pool,
  { after, limit }: PageOfSlugs,
): Promise<PageRows<OrganisationState>> {
  return readPageRows<OrganisationState>(
    pool,
    `SELECT ${organisationColumns} FROM organisation WHERE slug > $1 ORDER BY slug LIMIT $2`,
    [after, limit],
  );
}

/** Reads any organisation of the installation, by its slug in any case. Throws 404. */
export async function readAnyOrganisation(pool: Pool, name: string): Promise<OrganisationState> {
  const { rows } = await pool.query<OrganisationState>(
    `SELECT ${organisationColumns} FROM organisation WHERE slug = $1`,
    [storedSlug(name)],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('organisation', name);
  return rows[0];
}
