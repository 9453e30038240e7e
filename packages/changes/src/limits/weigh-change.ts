import { ProblemsFound, type Problem } from '@bunting/definitions/checks';
import type { ChangeTransaction } from '../change-transaction.ts';

const mebibyte = 1024 * 1024;

/** Bytes of definitions that one change may write. The documents of all environments count, because each is written. */
export const writeLimits = {
  /** For features and segments, which are written in all environments of their project. */
  bytesInAllEnvironments: 16 * mebibyte,
  /** For an import, and for everything that a change writes, such as the features of a new environment. */
  bytes: 64 * mebibyte,
} as const;

interface Weight {
  readonly organisationId: string;
  readonly inAllEnvironments: number;
  readonly bytes: number;
}

/**
 * Weighs what a transaction is about to write, before it is written: bytes × environments. Throws `ProblemsFound` beyond `writeLimits`,
 * and what `admitBytes` throws. What the operator's document writes has no bound.
 */
export async function weighChange(
  transaction: ChangeTransaction,
  admitBytes: (organisationId: string, bytes: number) => void,
): Promise<void> {
  const { features, servings, segments, environments } = transaction.touched;
  if (transaction.source === 'bootstrap') return;
  if (features.size + servings.size + segments.size + environments.size === 0) return;
  const weights = await readWeights(transaction);
  const problems = weights.flatMap((weight) => problemsOf(weight, transaction.source === 'import'));
  if (problems.length > 0) throw new ProblemsFound(problems);
  for (const { organisationId, bytes } of weights) admitBytes(organisationId, bytes);
}

function problemsOf({ inAllEnvironments, bytes }: Weight, isImport: boolean): Problem[] {
  const most = isImport ? writeLimits.bytes : writeLimits.bytesInAllEnvironments;
  if (inAllEnvironments > most) {
    return [
      {
        path: '',
        message: `The change would write ${inAllEnvironments} bytes of features and segments across the project's environments; the maximum is ${most}. Use shorter values, or change fewer at once.`,
      },
    ];
  }
  if (bytes <= writeLimits.bytes) return [];
  return [
    {
      path: '',
      message: `The change would write ${bytes} bytes of definitions; the maximum is ${writeLimits.bytes}. Change fewer at once.`,
    },
  ];
}

async function readWeights({ client, touched }: ChangeTransaction): Promise<Weight[]> {
  const pairs = [...touched.servings].flatMap(([feature, environments]) =>
    [...environments].map((environment) => [feature, environment] as const),
  );
  const { rows } = await client.query<{ organisation_id: string; wide_bytes: string; bytes: string }>(
    weightStatement,
    [
      [...touched.features],
      [...touched.segments],
      [...touched.environments],
      pairs.map(([feature]) => feature),
      pairs.map(([, environment]) => environment),
    ],
  );
  return rows.map((row) => ({
    organisationId: row.organisation_id,
    inAllEnvironments: Number(row.wide_bytes),
    bytes: Number(row.bytes),
  }));
}

/**
 * Parameters: $1 features and $2 segments that are written in all environments, $3 new environments, $4 and $5 features and environments,
 * pair by pair. Names of members and of variations that are served count as a fixed number of bytes.
 */
const weightStatement = `
  WITH named AS MATERIALIZED (
    SELECT id, project_id FROM feature
    WHERE status <> 'deleted' AND (id = ANY ($1::uuid[] || $4::uuid[])
      OR project_id IN (SELECT project_id FROM environment WHERE id = ANY ($3::uuid[])))),
  shared AS MATERIALIZED (
    SELECT named.id, named.project_id, 300
      + coalesce((SELECT sum(octet_length(slug) + 200) FROM variable WHERE feature_id = named.id AND deleted_at IS NULL), 0)
      + coalesce((SELECT sum(octet_length(slug) + 90) FROM variation WHERE feature_id = named.id AND deleted_at IS NULL), 0)
      + coalesce((SELECT sum(octet_length(variation_value.value::text) + 1)
          FROM variation JOIN variation_value ON variation_value.variation_id = variation.id
          WHERE variation.feature_id = named.id AND variation.deleted_at IS NULL), 0) AS bytes
    FROM named),
  pair AS MATERIALIZED (
    SELECT shared.id AS feature_id, environment.id AS environment_id, true AS is_wide
    FROM shared JOIN environment USING (project_id) WHERE shared.id = ANY ($1::uuid[])
    UNION
    SELECT shared.id, environment.id, false
    FROM shared JOIN environment USING (project_id)
    WHERE shared.id <> ALL ($1::uuid[]) AND (environment.id = ANY ($3::uuid[])
      OR (shared.id, environment.id) IN (SELECT * FROM unnest($4::uuid[], $5::uuid[])))),
  pinned AS MATERIALIZED (
    SELECT environment_id, feature_id, sum(octet_length(user_id) + 60) AS bytes
    FROM override WHERE feature_id IN (SELECT id FROM named) GROUP BY environment_id, feature_id),
  ruled AS MATERIALIZED (
    SELECT targeting.environment_id, targeting.feature_id, sum(150 + octet_length(any_of::text)
      + coalesce(octet_length(rollout::text), 0) + coalesce(octet_length(schedule::text), 0)
      + 150 * (SELECT count(*) FROM rule_serving WHERE targeting_rule_id = targeting_rule.id)) AS bytes
    FROM targeting JOIN targeting_rule ON targeting_rule.targeting_id = targeting.id
    WHERE targeting.feature_id IN (SELECT id FROM named) GROUP BY targeting.environment_id, targeting.feature_id),
  written AS (
    SELECT shared.project_id, pair.is_wide, shared.bytes + coalesce(pinned.bytes, 0) + coalesce(ruled.bytes, 0) AS bytes
    FROM pair JOIN shared ON shared.id = pair.feature_id
    LEFT JOIN pinned USING (environment_id, feature_id)
    LEFT JOIN ruled USING (environment_id, feature_id)
    UNION ALL
    SELECT segment.project_id, segment.id = ANY ($2::uuid[]), octet_length(segment.any_of::text) + 100
    FROM segment JOIN environment USING (project_id)
    WHERE segment.id = ANY ($2::uuid[]) OR environment.id = ANY ($3::uuid[]))
  SELECT project.organisation_id, coalesce(sum(bytes) FILTER (WHERE is_wide), 0)::bigint AS wide_bytes, sum(bytes)::bigint AS bytes
  FROM written JOIN project ON project.id = written.project_id
  GROUP BY project.organisation_id`;
