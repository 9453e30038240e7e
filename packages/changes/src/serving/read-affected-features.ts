import type { ChangeTransaction, RecordedChange } from '../change-transaction.ts';
import { affectedUsages, findAffectedIds } from './affected-usages.ts';

/** A feature in an environment where users get something else after a change. */
export interface AffectedFeature {
  readonly environment: string;
  readonly protected: boolean;
  readonly feature: string;
}

/** The effects of a change on users: the first ones, protected environments before the others. */
export interface AffectedFeatures {
  readonly touches: readonly AffectedFeature[];
  /** The number of further effects. */
  readonly omitted: number;
  /** The ids of all environments with an effect, also of omitted ones. */
  readonly environmentIds: readonly string[];
}

/** A segment may be named by ten thousand rules. */
const maxTouches = 1_000;

/**
 * Reads where the recorded changes touch what is served. Call it when a dry run was rolled back: it reads the rows as they were, with
 * what the change would delete. Of a feature that it would make only the records say what is served, and its slug.
 */
export async function readAffectedFeatures({
  client,
  recorded,
}: Pick<ChangeTransaction, 'client' | 'recorded'>): Promise<AffectedFeatures> {
  const affected = findAffectedIds(recorded);
  const made = recorded.flatMap(madeFeature);
  const { rows } = await client.query<AffectedFeature & { total: number; environmentIds: string[] }>(
    `WITH usage AS (${affectedUsages})
     SELECT environment.slug AS environment, environment.protected, named.slug AS feature,
       (count(*) OVER ())::int AS total, ARRAY(SELECT DISTINCT environment_id FROM usage) AS "environmentIds"
     FROM usage JOIN environment ON environment.id = environment_id JOIN (
       SELECT id, slug FROM feature
       UNION ALL SELECT * FROM unnest($9::uuid[], $10::text[]) AS made (id, slug)
     ) AS named ON named.id = feature_id
     ORDER BY environment.protected DESC, environment.slug, named.slug LIMIT $8`,
    [
      affected.environments,
      affected.usedFeatures,
      affected.features,
      affected.variations,
      affected.segments,
      affected.clientFeatures,
      affected.deletedEnvironments,
      maxTouches,
      made.map(({ id }) => id),
      made.map(({ slug }) => slug),
    ],
  );
  const [first] = rows;
  const touches = rows.map(({ total: _total, environmentIds: _ids, ...touch }) => touch);
  const omitted = first === undefined ? 0 : first.total - touches.length;
  return { touches, omitted, environmentIds: first?.environmentIds ?? [] };
}

function madeFeature({ action, featureId, after }: RecordedChange) {
  if (featureId === undefined || action !== 'feature.created') return [];
  return [{ id: featureId, slug: (after as { slug: string }).slug }];
}
