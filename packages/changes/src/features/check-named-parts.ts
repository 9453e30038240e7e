import { type Problem, ProblemsFound, type Resource } from '@bunting/definitions/checks';
import type { ChangeTransaction } from '../change-transaction.ts';

/** Thrown for a change that deletes or archives what a prerequisite names. The problems name the prerequisites. */
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
 * Refuses a transaction that leaves a prerequisite of what is deleted, or archived. Archived features serve nothing, so they may name
 * archived ones. Throws `ResourceInUse`.
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

const statement = `
  SELECT DISTINCT environment.slug AS environment, dependent.slug AS feature, prerequisite.position,
    CASE WHEN named.status IN ('deleted', 'archived') THEN 'feature'
      WHEN variable.deleted_at IS NOT NULL THEN 'variable' ELSE 'variation' END AS kind,
    CASE WHEN named.status IN ('deleted', 'archived') THEN named.slug
      WHEN variable.deleted_at IS NOT NULL THEN variable.slug ELSE variation.slug END AS named
  FROM variable JOIN feature named ON named.id = variable.feature_id
  JOIN targeting_prerequisite prerequisite ON prerequisite.variable_id = variable.id
  JOIN targeting ON targeting.id = prerequisite.targeting_id
  JOIN environment ON environment.id = targeting.environment_id
  JOIN feature dependent ON dependent.id = targeting.feature_id
  LEFT JOIN prerequisite_variation met
    ON met.targeting_id = prerequisite.targeting_id AND met.position = prerequisite.position
  LEFT JOIN variation ON variation.id = met.variation_id
  WHERE (variable.feature_id = ANY ($1) OR dependent.id = ANY ($1)) AND (
    named.status = 'deleted' OR (named.status = 'archived' AND dependent.status <> 'archived')
    OR variable.deleted_at IS NOT NULL OR variation.deleted_at IS NOT NULL)
  ORDER BY kind, named, environment.slug, dependent.slug LIMIT $2`;
