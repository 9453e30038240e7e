import { isDeepStrictEqual } from 'node:util';
import type { DescribedFeature } from '@bunting/history';
import type { RecordedChange } from '../change-transaction.ts';
import { affectedBy } from '../features/affected-by.ts';
import { featureOfDescription } from '../features/recorded-feature.ts';

/**
 * SQL for the environments and features where recorded changes touch what is served, as far as the rows say so: those before the change
 * name what it deletes, those after it what it makes. Parameters: the members of `AffectedIds` in their order.
 */
export const affectedUsages = `
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
    WHERE feature.id = ANY($6)`;

/** Ids of what recorded changes affect. */
interface AffectedIds {
  /** With `usedFeatures`, pair by pair: the environments and features whose targeting, defaults or overrides change. */
  readonly environments: readonly string[];
  readonly usedFeatures: readonly string[];
  readonly features: readonly string[];
  readonly variations: readonly string[];
  readonly segments: readonly string[];
  /** Features whose existence client keys see differently. */
  readonly clientFeatures: readonly string[];
  readonly deletedEnvironments: readonly string[];
}

/** Returns the ids of what the changes affect. */
export function findAffectedIds(recorded: readonly RecordedChange[]): AffectedIds {
  const usages = recorded.flatMap((change) => {
    const { action, environmentId, featureId } = change;
    if (environmentId === undefined || featureId === undefined || !isOfServing(action)) return [];
    return isRename(change) ? [] : [{ environmentId, featureId }];
  });
  const features = recorded.flatMap(affectedFeature);
  return {
    environments: usages.map(({ environmentId }) => environmentId),
    usedFeatures: usages.map(({ featureId }) => featureId),
    features: features.filter(({ feature }) => feature).map(({ id }) => id),
    variations: features.flatMap(({ variations }) => variations),
    segments: recorded.flatMap(affectedSegment),
    clientFeatures: features.filter(({ clients }) => clients).map(({ id }) => id),
    deletedEnvironments: recorded.flatMap(deletedEnvironment),
  };
}

/** Returns whether a targeting only names a part of another feature differently, which alters no answer. */
function isRename({ action, isImplied = false }: RecordedChange): boolean {
  return isImplied && action === 'targeting.updated';
}

function isOfServing(action: string): boolean {
  return ['targeting.', 'defaults.', 'overrides.'].some((noun) => action.startsWith(noun));
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
