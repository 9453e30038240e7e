import type { Pool } from 'pg';
import { readConstants } from './read-constants.ts';
import type { ProjectFacts } from './read-project-signals.ts';
import { dayMs, windowDays, type FeatureSignals } from './signals.ts';

/** A feature with its signals. */
export interface AdvisedFeature {
  readonly id: string;
  readonly slug: string;
  readonly owners: readonly string[];
  readonly tags: readonly string[];
  readonly signals: FeatureSignals;
}

/**
 * Reads the signals of some features of a project; of those that were deleted meanwhile nothing. Without `withFigures` it says only whether
 * there are references (0 or 1) and does not count the evaluations of 30 days (0), which is all that a verdict needs.
 */
export async function readFeatureSignals(
  pool: Pool,
  facts: ProjectFacts,
  featureIds: readonly string[],
  { withFigures }: { readonly withFigures: boolean },
): Promise<AdvisedFeature[]> {
  // Two connections: the fragments take about as long as everything else.
  const [constants, { rows, ...found }] = await Promise.all([
    readConstants(pool, facts, featureIds),
    readFound(pool, facts, [...featureIds], withFigures),
  ]);
  const slugs = new Map(facts.environments.map(({ id, slug }) => [id, slug]));
  const isCounted = facts.environments.some((environment) => environment.isCounted);
  return rows.map(({ id, slug, owners, tags, ...row }) => {
    const { constant = null, writtenAt = null } = constants.get(id) ?? {};
    const last = found.lastOf.get(id);
    const statusSince = row.statusSince?.getTime() ?? writtenAt ?? row.updatedAt.getTime();
    return {
      id,
      slug,
      owners,
      tags,
      signals: {
        status: row.status,
        kind: row.kind,
        permanent: row.permanent,
        expectedUntil: dayOf(row.expectedUntil),
        snoozedUntil: dayOf(row.snoozedUntil),
        createdAt: row.createdAt.getTime(),
        changedAt: Math.max(row.updatedAt.getTime(), row.recordedAt?.getTime() ?? 0),
        statusSince: row.status === 'live' ? null : statusSince,
        hasRecentEvents: found.withEvents.has(id),
        constant,
        lastEvaluated:
          last === undefined ? null : { ...last, environment: slugs.get(last.environment) ?? '' },
        evaluations30d: isCounted ? (found.evaluationsOf.get(id) ?? 0) : null,
        references: found.referencesOf.get(id) ?? 0,
        requiredBy: found.dependentsOf.get(id) ?? [],
        askedArchivedAt: found.unknownOf.get(id) ?? null,
        openRequests: found.requestsOf.get(id) ?? [],
      },
    };
  });
}

/** Reads the columns of the features beside their fragments, by their ids. */
async function readFound(pool: Pool, facts: ProjectFacts, ids: string[], withFigures: boolean) {
  const { environments, signals, project } = facts;
  const environmentIds = environments.map(({ id }) => id);
  const since = new Date(Math.floor((signals.now - windowDays * dayMs) / dayMs) * dayMs);
  const recent = new Date(signals.now - 7 * dayMs);
  const { rows } = await pool.query<FeatureRow>(featureStatement, [ids, project.organisationId]);
  const { rows: asked } = await pool.query<AskedRow>(askedStatement, [ids, environmentIds]);
  const { rows: counted } = withFigures
    ? await pool.query<CountRow>(evaluationsStatement, [ids, environmentIds, since])
    : { rows: [] };
  const { rows: referred } = withFigures
    ? await pool.query<CountRow>(referencesStatement, [ids, project.id])
    : await pool.query<CountRow>(isReferredStatement, [ids, project.id]);
  const archived = idsOf(rows, ({ status }) => status === 'archived');
  const { rows: unknown } = await pool.query<UnknownRow>(unknownStatement, [archived, environmentIds]);
  const experiments = idsOf(rows, ({ kind }) => kind === 'experiment');
  const { rows: recently } = await pool.query<{ featureId: string }>(eventsStatement, [
    experiments,
    environmentIds,
    recent,
  ]);
  const { rows: required } = await pool.query<DependentsRow>(dependentsStatement, [ids]);
  const { rows: requests } = await pool.query<RequestsRow>(openRequestsStatement, [ids, project.id]);
  return {
    rows,
    dependentsOf: new Map(required.map(({ featureId, dependents }) => [featureId, dependents])),
    requestsOf: new Map(requests.map(({ featureId, numbers }) => [featureId, numbers])),
    // In the order of time: the last one of a feature stays.
    lastOf: new Map(
      asked.map(({ featureId, environmentId, lastAt }) => [
        featureId,
        { at: lastAt.getTime(), environment: environmentId },
      ]),
    ),
    evaluationsOf: new Map(counted.map(({ featureId, count }) => [featureId, Number(count)])),
    referencesOf: new Map(referred.map(({ featureId, count }) => [featureId, Number(count)])),
    unknownOf: new Map(unknown.map(({ featureId, lastAt }) => [featureId, lastAt.getTime()])),
    withEvents: new Set(recently.map(({ featureId }) => featureId)),
  };
}

function idsOf(rows: readonly FeatureRow[], isMeant: (row: FeatureRow) => boolean): string[] {
  return rows.filter(isMeant).map(({ id }) => id);
}

function dayOf(day: string | null): number | null {
  return day === null ? null : Date.parse(day);
}

interface FeatureRow {
  readonly id: string;
  readonly slug: string;
  readonly status: FeatureSignals['status'];
  readonly kind: FeatureSignals['kind'];
  readonly tags: string[];
  readonly owners: string[];
  readonly permanent: boolean | null;
  readonly expectedUntil: string | null;
  readonly snoozedUntil: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The time of its last audit record. */
  readonly recordedAt: Date | null;
  /** The time of the record by which it became complete or archived; null = it is live, or the record was trimmed. */
  readonly statusSince: Date | null;
}

const featureStatement = `
  SELECT feature.id, slug, status, kind, tags, owners, permanent,
    to_char(expected_until, 'YYYY-MM-DD') AS "expectedUntil", to_char(snoozed_until, 'YYYY-MM-DD') AS "snoozedUntil",
    feature.created_at AS "createdAt", updated_at AS "updatedAt", last.created_at AS "recordedAt",
    CASE WHEN status <> 'live' THEN (
      SELECT record.created_at FROM audit_record AS record
      WHERE record.organisation_id = $2 AND record.feature_id = feature.id
        AND action IN ('feature.created', 'feature.updated') AND after->>'status' = feature.status
        AND before->>'status' IS DISTINCT FROM feature.status
      ORDER BY id DESC LIMIT 1) END AS "statusSince"
  FROM feature
  LEFT JOIN LATERAL (
    SELECT record.created_at FROM audit_record AS record
    WHERE record.organisation_id = $2 AND record.feature_id = feature.id ORDER BY record.id DESC LIMIT 1
  ) AS last ON true
  WHERE feature.id = ANY($1) AND status <> 'deleted'`;

interface AskedRow {
  readonly featureId: string;
  readonly environmentId: string;
  readonly lastAt: Date;
}

const askedStatement = `
  SELECT feature_id AS "featureId", environment_id AS "environmentId", max(last_at) AS "lastAt"
  FROM variable
  JOIN evaluation_rollup
    ON environment_id = ANY($2) AND span = 'ever' AND variable_id = variable.id AND asked = 0
  WHERE feature_id = ANY($1) AND deleted_at IS NULL
  GROUP BY feature_id, environment_id
  ORDER BY max(last_at)`;

interface CountRow {
  readonly featureId: string;
  readonly count: string;
}

const evaluationsStatement = `
  SELECT feature_id AS "featureId", sum(count)::text AS count
  FROM variable
  JOIN evaluation_rollup
    ON environment_id = ANY($2) AND span = 'day' AND variable_id = variable.id AND asked = 0 AND begins_at >= $3
  WHERE feature_id = ANY($1) AND deleted_at IS NULL
  GROUP BY feature_id`;

const referencesStatement = `
  SELECT feature_id AS "featureId", count(*)::text AS count
  FROM variable
  JOIN repository_connection AS connection ON connection.project_id = $2
  JOIN code_reference AS reference
    ON reference.repository_connection_id = connection.id AND reference.key = variable.slug AND state = 'recorded'
  WHERE feature_id = ANY($1) AND deleted_at IS NULL
  GROUP BY feature_id`;

const isReferredStatement = `
  SELECT DISTINCT feature_id AS "featureId", '1' AS count
  FROM variable
  WHERE feature_id = ANY($1) AND deleted_at IS NULL AND EXISTS (
    SELECT FROM repository_connection AS connection
    JOIN code_reference AS reference
      ON reference.repository_connection_id = connection.id AND reference.key = variable.slug AND state = 'recorded'
    WHERE connection.project_id = $2)`;

interface DependentsRow {
  readonly featureId: string;
  readonly dependents: readonly string[];
}

const dependentsStatement = `
  SELECT variable.feature_id AS "featureId", array_agg(DISTINCT dependent.slug) AS dependents
  FROM variable JOIN targeting_prerequisite ON variable_id = variable.id
  JOIN targeting ON targeting.id = targeting_id
  JOIN feature dependent ON dependent.id = targeting.feature_id AND dependent.status = 'live'
  WHERE variable.feature_id = ANY($1)
  GROUP BY variable.feature_id`;

interface UnknownRow {
  readonly featureId: string;
  readonly lastAt: Date;
}

const unknownStatement = `
  SELECT feature_id AS "featureId", max(last_at) AS "lastAt"
  FROM variable
  JOIN unknown_key ON environment_id = ANY($2) AND key = variable.slug
  WHERE feature_id = ANY($1) AND deleted_at IS NULL
  GROUP BY feature_id`;

const eventsStatement = `
  SELECT DISTINCT feature_id AS "featureId"
  FROM variable
  JOIN event_rollup
    ON environment_id = ANY($2) AND span = 'hour' AND variable_id = variable.id AND begins_at >= $3
  WHERE feature_id = ANY($1) AND deleted_at IS NULL`;

interface RequestsRow {
  readonly featureId: string;
  /** The first five. */
  readonly numbers: number[];
}

const openRequestsStatement = `
  SELECT named.id AS "featureId", (array_agg(number ORDER BY number))[1:5] AS numbers
  FROM change_request CROSS JOIN LATERAL unnest(feature_ids) AS named (id)
  WHERE project_id = $2 AND change_request.status = 'open' AND named.id = ANY($1)
  GROUP BY named.id`;
