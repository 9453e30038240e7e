// Writes environments directly into the database, with the rows that changes would write, and announces them.
import { createHash, randomUUID } from 'node:crypto';
import { generateDocuments } from './fragments.mjs';

const rowsPerStatement = 2_000;

/**
 * Fills environments; `environmentsPerProject` of them share the features of a project. Returns the environments: id,
 * key, version, slugs of variables and one feature.
 */
export async function fillEnvironments(pool, { count, variableCount, environmentsPerProject }) {
  const organisationId = randomUUID();
  await pool.query(`INSERT INTO organisation (id, slug, name, plan) VALUES ($1, $2, 'Large', 'enterprise')`, [
    organisationId,
    `large-${organisationId}`,
  ]);
  const environments = [];
  let projectId;
  for (let number = 0; number < count; number++) {
    const project = Math.floor(number / environmentsPerProject);
    const index = number % environmentsPerProject;
    if (index === 0) {
      projectId = randomUUID();
      await pool.query(`INSERT INTO project (id, organisation_id, slug, name) VALUES ($1, $2, $3, $3)`, [
        projectId,
        organisationId,
        `project-${project}`,
      ]);
    }
    const documents = generateDocuments({ project, environment: index, variableCount });
    environments.push(await fillEnvironment(pool, { organisationId, projectId, index }, documents));
  }
  return environments;
}

async function fillEnvironment(pool, { organisationId, projectId, index }, documents) {
  const [id, key] = [randomUUID(), randomUUID()];
  const keyHash = createHash('sha256').update(key).digest('hex');
  await pool.query(
    `INSERT INTO environment (id, project_id, slug, name, version) VALUES ($1, $2, $3, $3, 1)`,
    [id, projectId, `environment-${index}`],
  );
  await pool.query(
    `INSERT INTO environment_key (id, environment_id, key_hash, last_four) VALUES ($1, $2, $3, $4)`,
    [randomUUID(), id, keyHash, key.slice(-4)],
  );
  const access = {
    organisation: { id: organisationId, slug: 'large', status: 'active', plan: 'enterprise', mau_cap: null },
    project: { id: projectId, slug: 'project' },
    environment: { id, slug: `environment-${index}` },
    key_hashes: [keyHash],
  };
  let rows = [{ kind: 'access', id, text: JSON.stringify(access) }];
  const variables = [];
  let feature;
  for (const { kind, document } of documents) {
    rows.push({ kind, id: document.id, text: JSON.stringify(document) });
    if (kind === 'feature') feature ??= document;
    if (kind === 'feature') variables.push(...document.variables.map((variable) => variable.slug));
    if (rows.length < rowsPerStatement) continue;
    await insertFragments(pool, id, rows);
    rows = [];
  }
  await insertFragments(pool, id, rows);
  return { id, key, version: 1, variables, feature };
}

async function insertFragments(pool, environmentId, rows) {
  await pool.query(
    `INSERT INTO datafile_fragment (environment_id, kind, entity_id, version, document)
     SELECT $1, kind, id::uuid, 1, text::json FROM unnest($2::text[], $3::text[], $4::text[]) AS row(kind, id, text)`,
    [environmentId, rows.map((row) => row.kind), rows.map((row) => row.id), rows.map((row) => row.text)],
  );
}
