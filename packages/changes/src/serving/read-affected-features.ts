import { isDeepStrictEqual } from 'node:util';
import type { DescribedFeature } from '@bunting/history';
import type { ChangeTransaction, RecordedChange } from '../change-transaction.ts';
import { affectedBy } from '../features/affected-by.ts';
import { featureOfDescription } from '../features/recorded-feature.ts';

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
  const usages = recorded.flatMap(({ action, environmentId, featureId }) =>
    environmentId !== undefined && featureId !== undefined && isOfServing(action)
      ? [{ environmentId, featureId }]
      : [],
  );
  const features = recorded.flatMap(affectedFeature);
  const made = recorded.flatMap(madeFeature);
  const idsOfAll = features.filter(({ feature }) => feature).map(({ id }) => id);
  const { rows } = await client.query<AffectedFeature & { total: number; environmentIds: string[] }>(
    `WITH usage AS (
       SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS given (environment_id, feature_id)
       UNION SELECT environment_id, feature_id FROM targeting WHERE feature_id = ANY($3) OR environment_id = ANY($7)
       UNION SELECT environment_id, feature_id FROM default_variation
         WHERE feature_id = ANY($3) OR variation_id = ANY($4) OR environment_id = ANY($7)
       UNION SELECT environment_id, feature_id FROM override
         WHERE feature_id = ANY($3) OR variation_id = ANY($4) OR environment_id = ANY($7)
       UNION SELECT environment_id, feature_id FROM targeting
         WHERE id IN (
           SELECT targeting_id FROM targeting_rule
           WHERE id IN (
             SELECT targeting_rule_id FROM rule_serving WHERE variation_id = ANY($4)
             UNION ALL SELECT targeting_rule_id FROM rule_segment WHERE segment_id = ANY($5)))
       UNION SELECT environment.id, feature.id FROM feature JOIN environment USING (project_id)
         WHERE feature.id = ANY($6))
     SELECT environment.slug AS environment, environment.protected, named.slug AS feature,
       (count(*) OVER ())::int AS total, ARRAY(SELECT DISTINCT environment_id FROM usage) AS "environmentIds"
     FROM usage JOIN environment ON environment.id = environment_id JOIN (
       SELECT id, slug FROM feature
       UNION ALL SELECT * FROM unnest($9::uuid[], $10::text[]) AS made (id, slug)
     ) AS named ON named.id = feature_id
     ORDER BY environment.protected DESC, environment.slug, named.slug LIMIT $8`,
    [
      usages.map(({ environmentId }) => environmentId),
      usages.map(({ featureId }) => featureId),
      idsOfAll,
      features.flatMap(({ variations }) => variations),
      recorded.flatMap(affectedSegment),
      features.filter(({ clients }) => clients).map(({ id }) => id),
      recorded.flatMap(deletedEnvironment),
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

function isOfServing(action: string): boolean {
  return ['targeting.', 'defaults.', 'overrides.'].some((noun) => action.startsWith(noun));
}

function madeFeature({ action, featureId, after }: RecordedChange) {
  if (featureId === undefined || action !== 'feature.created') return [];
  return [{ id: featureId, slug: (after as { slug: string }).slug }];
}

function affectedFeature({ action, featureId, before, after }: RecordedChange) {
  if (featureId === undefined || !action.startsWith('feature.') || before === null) return [];
  const [was, is] = [before, after].map((state) =>
    state === null ? undefined : featureOfDescription(featureId, state as unknown as DescribedFeature),
  );
  return was === undefined ? [] : [{ id: featureId, ...affectedBy(was, is) }];
}

function affectedSegment({ action, before, after }: RecordedChange): string[] {
  if (!action.startsWith('segment.')) return [];
  const [was, is] = [before, after] as unknown as ({ id: string; any_of: unknown } | null)[];
  return was && !isDeepStrictEqual(was.any_of, is?.any_of) ? [was.id] : [];
}

function deletedEnvironment({ action, environmentId }: RecordedChange): string[] {
  return action === 'environment.deleted' && environmentId !== undefined ? [environmentId] : [];
}
