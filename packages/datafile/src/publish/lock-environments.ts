import type pg from 'pg';

/** The ids of everything that a change touched. Absent members count as empty. */
export interface FragmentScope {
  /** Features created, changed or deleted: their fragments in all environments of their projects. */
  readonly features?: readonly string[];
  /** Features that serve something else in these environments alone, as after changing targeting: their fragments there. */
  readonly servings?: readonly { readonly feature: string; readonly environment: string }[];
  /** Segments created, changed or deleted: likewise. */
  readonly segments?: readonly string[];
  /** Environments of which every fragment is written, as after creating them. */
  readonly environments?: readonly string[];
  /** Environments of which only the access fragment is written, as after creating or revoking a key. */
  readonly access?: readonly string[];
  /** Projects that were renamed: the access fragments of all their environments. */
  readonly projects?: readonly string[];
  /** Organisations whose plan, status or cap changed: the access fragments of all their environments. */
  readonly organisations?: readonly string[];
}

/** The ids of the locked environments of a scope. */
export interface LockedEnvironments {
  readonly all: readonly string[];
  /** Environments whose access fragment is in the scope. */
  readonly access: readonly string[];
}

/**
 * Takes the locks that order the changes of datafiles, until the transaction ends: organisations whose access is written, then
 * projects, then environments, each in the order of ids, so that two transactions never deadlock. The project's lock blocks the
 * creation of an environment, which would miss this change, as this change would miss the environment.
 * Every step is a separate statement, because it must see what was committed while the previous step waited.
 *
 * `writeFragments` calls it. A transaction that itself updates rows of organisation, project or environment
 * must call it before the first of these updates, so that their locks are taken in this order too.
 */
export async function lockEnvironments(
  client: pg.ClientBase,
  scope: FragmentScope,
): Promise<LockedEnvironments> {
  const {
    features = [],
    segments = [],
    environments = [],
    servings = [],
    access = [],
    projects = [],
    organisations = [],
  } = scope;
  const single = [...environments, ...access];
  const served = servings.map(({ environment }) => environment);

  if (single.length + projects.length + organisations.length > 0) {
    await client.query(lockOrganisations, [single, projects, organisations]);
  }
  const orphans = segments.length > 0 ? await environmentsOfDeletedSegments(client, segments) : [];
  const wide = [features, segments, projects, organisations, orphans];
  await client.query(lockProjects, [...wide, single, served]);
  const { rows } = await client.query<{ id: string; has_access: boolean }>(lockRows, [
    ...wide,
    single,
    served,
  ]);
  return {
    all: rows.map((row) => row.id),
    access: rows.filter((row) => row.has_access).map((row) => row.id),
  };
}

/** FOR NO KEY UPDATE lets foreign keys to the row be checked meanwhile; FOR UPDATE would deadlock with them. */
const lockOrganisations = `
  SELECT id FROM organisation
  WHERE id IN (
    SELECT unnest($3::uuid[])
    UNION SELECT organisation_id FROM project WHERE id = ANY ($2::uuid[])
    UNION SELECT organisation_id FROM project JOIN environment ON environment.project_id = project.id
      WHERE environment.id = ANY ($1::uuid[]))
  ORDER BY id FOR NO KEY UPDATE`;

/** Projects of which every environment is in the scope. */
const wideProjects = `
  SELECT project_id FROM feature WHERE id = ANY ($1::uuid[])
  UNION SELECT project_id FROM segment WHERE id = ANY ($2::uuid[])
  UNION SELECT id FROM project WHERE id = ANY ($3::uuid[]) OR organisation_id = ANY ($4::uuid[])
  UNION SELECT project_id FROM environment WHERE id = ANY ($5::uuid[])`;

const lockProjects = `
  SELECT id FROM project
  WHERE id IN (${wideProjects} UNION SELECT project_id FROM environment WHERE id = ANY ($6::uuid[] || $7::uuid[]))
  ORDER BY id FOR NO KEY UPDATE`;

const lockRows = `
  SELECT environment.id,
    environment.id = ANY ($6::uuid[]) OR project.id = ANY ($3::uuid[])
      OR project.organisation_id = ANY ($4::uuid[]) AS has_access
  FROM environment
  JOIN project ON project.id = environment.project_id
  WHERE environment.id IN (
    SELECT unnest($6::uuid[] || $7::uuid[])
    UNION SELECT id FROM environment WHERE project_id IN (${wideProjects}))
  ORDER BY environment.id FOR NO KEY UPDATE OF environment`;

/** Finds the environments of a deleted segment from its fragments, because its row is gone. This is rare and has no index. */
async function environmentsOfDeletedSegments(
  client: pg.ClientBase,
  segments: readonly string[],
): Promise<readonly string[]> {
  const deleted = await client.query<{ id: string }>(
    'SELECT unnest($1::uuid[]) AS id EXCEPT SELECT id FROM segment WHERE id = ANY ($1::uuid[])',
    [segments],
  );
  if (deleted.rows.length === 0) return [];
  const { rows } = await client.query<{ environment_id: string }>(
    `SELECT DISTINCT environment_id FROM datafile_fragment WHERE kind = 'segment' AND entity_id = ANY ($1::uuid[])`,
    [deleted.rows.map((row) => row.id)],
  );
  return rows.map((row) => row.environment_id);
}
