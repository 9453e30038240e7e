import type { WrittenVersion } from '@bunting/datafile';
import { limits } from '@bunting/evaluator';
import type { ChangeTransaction } from '../change-transaction.ts';
import { type Problem, ProblemsFound } from '@bunting/definitions/checks';
import { getStoredBytesCap, type Plan } from '@bunting/definitions/organisations';

/** The limits of a project and its environments. Data beyond them that an older release stored stays. */
export const projectLimits = {
  features: limits.featuresOfProject,
  segments: limits.segmentsOfProject,
  /** Unless the organisation has a cap of its own. */
  environments: 20,
  /** In any project, also in that of the operator's document. */
  mostEnvironments: 100,
  /** Keys of one environment that are not revoked. */
  keys: 100,
} as const;

/** Refuses a transaction after which there is more than before of something that is beyond its limit. Throws `ProblemsFound`. */
export async function checkTotals(
  transaction: ChangeTransaction,
  written: readonly WrittenVersion[],
): Promise<void> {
  const problems = [
    ...(await checkBytes(transaction, written)),
    ...(await checkOrganisations(transaction, written)),
    ...(await checkCounts(transaction)),
    ...(await checkKeys(transaction)),
  ];
  if (problems.length > 0) throw new ProblemsFound(problems);
}

async function checkBytes(
  { client }: ChangeTransaction,
  written: readonly WrittenVersion[],
): Promise<Problem[]> {
  const max = limits.environmentLength;
  const grown = new Map(
    written
      .filter(({ storedBytes, addedBytes }) => storedBytes > max && addedBytes > 0)
      .map(({ environmentId, storedBytes }) => [environmentId, storedBytes]),
  );
  if (grown.size === 0) return [];
  const { rows } = await client.query<{ id: string; slug: string }>(
    'SELECT id, slug FROM environment WHERE id = ANY($1) ORDER BY slug',
    [[...grown.keys()]],
  );
  return rows.map(({ id, slug }) => ({
    path: '',
    message: `The definitions of the environment ${slug} have ${grown.get(id)} bytes as JSON; the maximum is ${max}.`,
    code: 'limit' as const,
  }));
}

interface OrganisationRow {
  readonly id: string;
  readonly slug: string;
  readonly plan: Plan;
  readonly storedMebibytesCap: number | null;
  readonly environmentIds: readonly string[];
}

/** Checks the organisations. The operator's document can have any number of bytes. */
async function checkOrganisations(
  { client, source }: ChangeTransaction,
  written: readonly WrittenVersion[],
): Promise<Problem[]> {
  if (source === 'bootstrap' || !written.some(({ addedBytes }) => addedBytes > 0)) return [];
  const added = new Map(written.map(({ environmentId, addedBytes }) => [environmentId, addedBytes]));
  const { rows } = await client.query<OrganisationRow>(
    `SELECT organisation.id, organisation.slug, plan, stored_mebibytes_cap AS "storedMebibytesCap",
       array_agg(environment.id::text) AS "environmentIds"
     FROM organisation JOIN project ON project.organisation_id = organisation.id
     JOIN environment ON environment.project_id = project.id
     WHERE environment.id = ANY($1) GROUP BY organisation.id ORDER BY organisation.id`,
    [[...added.keys()]],
  );
  const problems: Problem[] = [];
  for (const organisation of rows) {
    const grown = organisation.environmentIds.reduce((sum, id) => sum + added.get(id)!, 0);
    if (grown <= 0) continue;
    const bytes = await readStoredBytes(client, organisation.id);
    const max = getStoredBytesCap(organisation);
    if (bytes <= max) continue;
    problems.push({
      path: '',
      message: `The definitions of the organisation ${organisation.slug} have ${bytes} bytes as JSON in all environments; the maximum is ${max}.`,
    });
  }
  return problems;
}

/** Reads the stored bytes of all environments. Until the transaction ends no other one reads them, so that two together cannot exceed the cap. */
async function readStoredBytes(client: ChangeTransaction['client'], organisationId: string): Promise<number> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('stored bytes of ' || $1::text, 0))`, [
    organisationId,
  ]);
  return sumStoredBytes(client, organisationId);
}

/** Returns the bytes of the definitions in all environments of an organisation. */
export async function sumStoredBytes(
  client: Pick<ChangeTransaction['client'], 'query'>,
  organisationId: string,
): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT coalesce(sum(stored_bytes), 0) AS bytes
     FROM environment JOIN project ON project.id = environment.project_id WHERE organisation_id = $1`,
    [organisationId],
  );
  return Number(rows[0]!.bytes);
}

const nouns = {
  feature: { max: projectLimits.features, where: "status <> 'deleted'", plural: 'features' },
  segment: { max: projectLimits.segments, where: 'true', plural: 'segments' },
  environment: { max: projectLimits.environments, where: 'true', plural: 'environments' },
} as const;

/** Environments that a project of the organisation may have. */
export function getMaxEnvironments({ environmentCap }: { readonly environmentCap: number | null }): number {
  return environmentCap ?? projectLimits.environments;
}

async function checkCounts({ client, recorded, source }: ChangeTransaction): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const noun of ['feature', 'segment', 'environment'] as const) {
    const { where, plural } = nouns[noun];
    for (const [projectId, added] of addedByProject(recorded, noun)) {
      if (added <= 0) continue;
      const { rows } = await client.query<{ slug: string; count: number; environmentCap: number | null }>(
        `SELECT project.slug, (SELECT count(*)::int FROM ${noun} WHERE project_id = project.id AND ${where}) AS count,
           environment_cap AS "environmentCap"
         FROM project JOIN organisation ON organisation.id = organisation_id WHERE project.id = $1`,
        [projectId],
      );
      for (const { slug, count, environmentCap } of rows) {
        const max = noun === 'environment' ? maxOf(source, environmentCap) : nouns[noun].max;
        if (count <= max) continue;
        problems.push({
          path: '',
          message: `The project ${slug} would have ${count} ${plural}; the maximum is ${max}.`,
          code: 'limit',
        });
      }
    }
  }
  return problems;
}

function maxOf(source: ChangeTransaction['source'], environmentCap: number | null): number {
  return source === 'bootstrap' ? projectLimits.mostEnvironments : getMaxEnvironments({ environmentCap });
}

function addedByProject(recorded: ChangeTransaction['recorded'], noun: string): Map<string, number> {
  const added = new Map<string, number>();
  for (const { action, projectId = '' } of recorded) {
    const difference = action === `${noun}.created` ? 1 : action === `${noun}.deleted` ? -1 : 0;
    if (difference !== 0) added.set(projectId, (added.get(projectId) ?? 0) + difference);
  }
  return added;
}

async function checkKeys({ client, recorded }: ChangeTransaction): Promise<Problem[]> {
  const made = recorded.filter(({ action }) => action === 'environment_key.created');
  if (made.length === 0) return [];
  const { rows } = await client.query<{ slug: string; count: number }>(
    `SELECT environment.slug, count(*)::int AS count
     FROM environment JOIN environment_key key ON key.environment_id = environment.id AND key.revoked_at IS NULL
     WHERE environment.id = ANY($1) GROUP BY environment.id HAVING count(*) > $2 ORDER BY slug`,
    [made.map(({ environmentId }) => environmentId), projectLimits.keys],
  );
  return rows.map(({ slug, count }) => ({
    path: '',
    message: `The environment ${slug} would have ${count} keys; the maximum is ${projectLimits.keys}. Revoke one first.`,
    code: 'limit' as const,
  }));
}
