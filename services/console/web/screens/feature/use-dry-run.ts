import { useQuery } from '@tanstack/react-query';
import { environmentsQuery, type OfFeature } from '../../api/queries/project.ts';
import { findAffectedEnvironments } from '../../flags/affected/affected-environments.ts';
import type { FeaturePatch } from './changes.ts';
import { featureDryRunQuery } from './queries.ts';

/** Runs the dry run of a change; undefined disables it. */
export function useDryRun(target: OfFeature, body: FeaturePatch | undefined, etag: string | undefined) {
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const dryRun = useQuery(featureDryRunQuery(target, body, etag));
  const { touches = [], touches_omitted: omitted = 0 } = dryRun.data ?? {};
  return {
    dryRun,
    environments,
    /** The affected environments. */
    where: findAffectedEnvironments(touches, omitted, environments),
  };
}
