import { memberPath } from '@bunting/definitions/checks';
import type { PoolClient } from 'pg';
import type { EnvironmentState } from '../environments/environments.ts';

/** A use of a variation or segment by a feature in an environment. */
export interface Use {
  readonly environment: Pick<EnvironmentState, 'slug' | 'protected'>;
  readonly feature: string;
  /** The use in words: `rule 2 "Half of Canada"`, `default of checkout-layout`, `override of user-7`. */
  readonly location: string;
  /** Its path in what the environment serves for the feature: `targeting.rules[1]`, `defaults.checkout-layout`, `overrides["user-7"]`. */
  readonly path: string;
}

interface UseRow {
  readonly environment: string;
  readonly isProtected: boolean;
  readonly feature: string;
  readonly kind: 'rule' | 'default' | 'override';
  /** Name of the rule, slug of the variable, or id of the user. */
  readonly name: string | null;
  /** Index of the rule from 0; for an override, the number of all overrides of the environment. */
  readonly number: number | null;
}

const maxOverrides = 10;

/** Reads the uses of a variation: rules, defaults, and the first ten overrides of each environment. */
export async function readVariationUses(
  { client }: { readonly client: PoolClient },
  variationId: string,
): Promise<Use[]> {
  const rows = await readUses(
    client,
    `SELECT 1, 'rule', targeting.environment_id, targeting.feature_id, rule.name, rule.position
     FROM targeting_rule rule JOIN targeting ON targeting.id = rule.targeting_id
     WHERE rule.id IN (SELECT targeting_rule_id FROM rule_serving WHERE variation_id = $1)
     UNION ALL
     SELECT 2, 'default', environment_id, variable.feature_id, variable.slug, NULL
     FROM default_variation JOIN variable ON variable.id = variable_id WHERE variation_id = $1
     UNION ALL
     SELECT 3, 'override', environment_id, feature_id, user_id, total::int
     FROM (
       SELECT *, row_number() OVER (PARTITION BY environment_id ORDER BY user_id) AS row,
              count(*) OVER (PARTITION BY environment_id) AS total
       FROM override WHERE variation_id = $1
     ) AS override WHERE row <= $2`,
    [variationId, maxOverrides],
  );
  return rows.flatMap((row, index) => {
    const next = rows[index + 1];
    const isLast = next?.environment !== row.environment || next.kind !== 'override';
    const further = row.kind === 'override' && isLast ? (row.number ?? 0) - maxOverrides : 0;
    return further > 0
      ? [toUse(row), { ...toUse(row), location: `${further} further overrides`, path: 'overrides' }]
      : toUse(row);
  });
}

/** Reads the rules that use a segment. */
export async function readSegmentUses(
  { client }: { readonly client: PoolClient },
  segmentId: string,
): Promise<Use[]> {
  const rows = await readUses(
    client,
    `SELECT 1, 'rule', targeting.environment_id, targeting.feature_id, rule.name, rule.position
     FROM rule_segment JOIN targeting_rule rule ON rule.id = targeting_rule_id
     JOIN targeting ON targeting.id = rule.targeting_id
     WHERE segment_id = $1`,
    [segmentId],
  );
  return rows.map(toUse);
}

/** Reads uses. `uses` is a query with the columns rank of the kind, kind, environment, feature, name and number. */
async function readUses(client: PoolClient, uses: string, values: readonly unknown[]): Promise<UseRow[]> {
  const { rows } = await client.query<UseRow>(
    `SELECT environment.slug AS environment, environment.protected AS "isProtected", feature.slug AS feature,
            use.kind, use.name, use.number
     FROM (${uses}) AS use (rank, kind, environment_id, feature_id, name, number)
     JOIN environment ON environment.id = use.environment_id JOIN feature ON feature.id = use.feature_id
     ORDER BY environment.slug, feature.slug, use.rank, use.number, use.name`,
    [...values],
  );
  return rows;
}

function toUse({ environment, isProtected, feature, kind, name, number }: UseRow): Use {
  const describe = {
    rule: () => `rule ${(number ?? 0) + 1}${name ? ` "${name}"` : ''}`,
    default: () => `default of ${name}`,
    override: () => `override of ${name}`,
  };
  const paths = {
    rule: () => `targeting.rules[${number ?? 0}]`,
    default: () => memberPath('defaults', name ?? ''),
    override: () => memberPath('overrides', name ?? ''),
  };
  return {
    environment: { slug: environment, protected: isProtected },
    feature,
    location: describe[kind](),
    path: paths[kind](),
  };
}
