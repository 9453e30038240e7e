import { useQuery } from '@tanstack/react-query';
import { environmentsQuery, type OfFeature } from '../../api/queries/project.ts';
import { whereServed } from '../../flags/affected/where-served.ts';
import type { FeaturePatch } from './changes.ts';
import { featureDryRunQuery } from './queries.ts';

/** What a change of the feature would do, told by the server; undefined = nothing is asked. */
export function useDryRun(target: OfFeature, body: FeaturePatch | undefined, etag: string | undefined) {
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const dryRun = useQuery(featureDryRunQuery(target, body, etag));
  const { touches = [], touches_omitted: omitted = 0 } = dryRun.data ?? {};
  return {
    dryRun,
    environments,
    /** Where something else is served then. */
    where: whereServed(touches, omitted, environments),
  };
}
