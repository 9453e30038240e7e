import type { PoolClient } from 'pg';

/** Slug of the variable → slug of the feature that has it, for those of `slugs` that exist. Ignores the features with an id in `without`. */
export async function readVariableOwners(
  { client }: { readonly client: PoolClient },
  project: { readonly id: string },
  slugs: readonly string[],
  { without }: { without: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ slug: string; owner: string }>(
    `SELECT variable.slug, feature.slug AS owner FROM variable JOIN feature ON feature.id = variable.feature_id
     WHERE variable.project_id = $1 AND variable.deleted_at IS NULL
       AND variable.slug = ANY($2) AND feature.id <> ALL($3)`,
    [project.id, slugs, without],
  );
  return new Map(rows.map(({ slug, owner }) => [slug, owner]));
}
