import type { Pool, PoolClient } from 'pg';

/** A variable that a prerequisite may name. */
export interface PrerequisiteVariable {
  readonly id: string;
  /** The slug of its feature. */
  readonly feature: string;
  readonly isArchived: boolean;
  /** Slug → id. */
  readonly variations: ReadonlyMap<string, string>;
}

/** Reads variables of a project with the variations of their features, by slug. Deleted ones are left out. */
export async function readPrerequisiteVariables(
  { client }: { readonly client: Pool | PoolClient },
  project: { readonly id: string },
  slugs: readonly string[],
): Promise<Map<string, PrerequisiteVariable>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await client.query<{
    slug: string;
    id: string;
    feature: string;
    isArchived: boolean;
    variations: Readonly<Record<string, string>> | null;
  }>(
    `SELECT variable.slug, variable.id, feature.slug AS feature, feature.status = 'archived' AS "isArchived",
       json_object_agg(variation.slug, variation.id) FILTER (WHERE variation.id IS NOT NULL) AS variations
     FROM variable JOIN feature ON feature.id = variable.feature_id
     LEFT JOIN variation ON variation.feature_id = feature.id AND variation.deleted_at IS NULL
     WHERE variable.project_id = $1 AND variable.deleted_at IS NULL AND variable.slug = ANY($2)
     GROUP BY variable.id, feature.id`,
    [project.id, [...new Set(slugs)]],
  );
  return new Map(
    rows.map(({ slug, variations, ...variable }) => [
      slug,
      { ...variable, variations: new Map(Object.entries(variations ?? {})) },
    ]),
  );
}
