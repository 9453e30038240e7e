import { type Problem, ProblemsFound, type Resource } from '@bunting/definitions/checks';
import type { ChangeTransaction } from '../change-transaction.ts';

/** Thrown for a change that deletes or archives something that a prerequisite names. The problems name the prerequisites. */
export class ResourceInUse extends ProblemsFound {
  readonly resource: Resource;

  constructor(resource: Resource, holders: Iterable<Problem>) {
    super(holders);
    this.name = 'ResourceInUse';
    this.resource = resource;
  }
}

interface HolderRow {
  readonly environment: string;
  readonly feature: string;
  readonly position: number;
  readonly kind: 'feature' | 'variable' | 'variation';
  readonly named: string;
}

const maxHolders = 100;

/**
 * Refuses a transaction after which a prerequisite of these features, or one that names them, names something deleted or archived. Archived
 * features serve nothing, so they may name archived ones. Throws `ResourceInUse`.
 */
export async function checkNamedParts(
  { client }: Pick<ChangeTransaction, 'client'>,
  features: readonly string[],
): Promise<void> {
  const { rows } = await client.query<HolderRow>(statement, [features, maxHolders]);
  const [first] = rows;
  if (first === undefined) return;
  const { kind, named } = first;
  throw new ResourceInUse(
    { kind, slug: named },
    rows
      .filter((row) => row.kind === kind && row.named === named)
      .map(({ environment, feature, position }) => ({
        path: `targeting.prerequisites[${position}]`,
        message: `${environment}: prerequisite of ${feature}`,
        code: 'in_use',
        resource: { kind: 'feature', slug: feature, environment },
      })),
  );
}

/**
 * Parameters: $1 features, $2 the number of rows. Starts from the prerequisites that name these features or belong to them: a condition on both
 * in one join would read the prerequisites of all organisations.
 */
const statement = `
  WITH prerequisite AS MATERIALIZED (
    SELECT targeting_prerequisite.* FROM targeting_prerequisite JOIN variable ON variable.id = variable_id
    WHERE variable.feature_id = ANY ($1)
    UNION SELECT targeting_prerequisite.* FROM targeting_prerequisite JOIN targeting ON targeting.id = targeting_id
    WHERE targeting.feature_id = ANY ($1)
  )
  SELECT DISTINCT (SELECT slug FROM environment WHERE id = targeting.environment_id) AS environment, dependent.slug AS feature,
    prerequisite.position,
    CASE WHEN named.status IN ('deleted', 'archived') THEN 'feature'
      WHEN variable.deleted_at IS NOT NULL THEN 'variable' ELSE 'variation' END AS kind,
    CASE WHEN named.status IN ('deleted', 'archived') THEN named.slug
      WHEN variable.deleted_at IS NOT NULL THEN variable.slug ELSE variation.slug END AS named
  FROM prerequisite JOIN variable ON variable.id = prerequisite.variable_id
  JOIN feature named ON named.id = variable.feature_id
  JOIN targeting ON targeting.id = prerequisite.targeting_id
  JOIN feature dependent ON dependent.id = targeting.feature_id
  LEFT JOIN prerequisite_variation met
    ON met.targeting_id = prerequisite.targeting_id AND met.position = prerequisite.position
  LEFT JOIN variation ON variation.id = met.variation_id
  WHERE named.status = 'deleted' OR (named.status = 'archived' AND dependent.status <> 'archived')
    OR variable.deleted_at IS NOT NULL OR variation.deleted_at IS NOT NULL
  ORDER BY kind, named, environment, feature LIMIT $2`;
