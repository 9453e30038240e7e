import type { PoolClient } from 'pg';

/** Which segments there are, by slug: enough to name them in a rule. */
export async function readSegmentIds(
  { client }: { readonly client: PoolClient },
  project: { readonly id: string },
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ slug: string; id: string }>(
    'SELECT slug, id FROM segment WHERE project_id = $1',
    [project.id],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}
