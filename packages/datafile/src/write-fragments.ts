import type pg from 'pg';
import { wantedFeaturesStatement, writeFragmentsStatement } from './fragment-statements.ts';
import { lockEnvironments, type FragmentScope } from './lock-environments.ts';
import type { Publication } from './publication.ts';

/**
 * Brings the fragments of `scope` up to what the rows say, as the last step of the transaction that changed them: each
 * environment in which a document differs takes its next version, and just those fragments are written under it. What
 * is already right is left alone, so applying the same change twice publishes nothing.
 *
 * Returns what to announce after the commit. The transaction must be READ COMMITTED (the default): the rows are read
 * after the locks are held. An environment that is deleted takes its fragments with it; announce it with its id
 * and any version.
 */
export async function writeFragments(client: pg.ClientBase, scope: FragmentScope): Promise<Publication[]> {
  const locked = await lockEnvironments(client, scope);
  if (locked.all.length === 0) return [];
  const { features = [], segments = [], environments = [] } = scope;
  const wanted = environments.length === 0 ? features : await wantedFeatures(client, features, environments);
  const { rows } = await client.query<{ environment_id: string; version: string }>(writeFragmentsStatement, [
    features,
    segments,
    environments,
    locked.access,
    locked.all,
    wanted,
  ]);
  return rows.map((row) => ({ environmentId: row.environment_id, version: Number(row.version) }));
}

async function wantedFeatures(
  client: pg.ClientBase,
  ...named: readonly (readonly string[])[]
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(wantedFeaturesStatement, [...named]);
  return rows.map(({ id }) => id);
}
