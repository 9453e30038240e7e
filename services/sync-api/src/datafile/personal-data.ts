import { namesUsers } from '@bunting/datafile';
import type { FeatureFragment, RuleDefinition } from '@bunting/evaluator/definition';

/** A feature that clients ask the service for, because its document would tell them who somebody is. */
interface RemoteFeature {
  readonly id: string;
  readonly slug: string;
  readonly remote: true;
  readonly variables: readonly { readonly slug: string }[];
}

/** Returns the feature without targeting: guessable values stay guessable when they are hashed. */
export function remoteFeature({ id, slug, variables }: FeatureFragment): RemoteFeature {
  return { id, slug, remote: true, variables: variables.map((variable) => ({ slug: variable.slug })) };
}

/**
 * Returns whether the feature names users: by overrides, by values of its conditions, or by segments that do. `personalSegments` are
 * slugs.
 */
export function isPersonal(feature: FeatureFragment, personalSegments: ReadonlySet<string>): boolean {
  if (Object.keys(feature.overrides).length > 0) return true;
  return (feature.targeting?.rules ?? []).some(
    ({ any_of: groups }) => namesUsers(groups) || namesSegments(groups, personalSegments),
  );
}

function namesSegments(groups: RuleDefinition['any_of'], slugs: ReadonlySet<string>): boolean {
  return groups.some(({ all_of: conditions }) =>
    conditions.some(
      ({ property, values = [] }) =>
        property === 'segment' && values.some((value) => slugs.has(String(value))),
    ),
  );
}
