import { queryOptions, skipToken } from '@tanstack/react-query';
import { readDryRun, settings } from '../../api/client.ts';
import type { OfFeature } from '../../api/queries/project.ts';
import type { FeaturePatch } from './changes.ts';

/** Returns the query of a change's dry run; undefined disables it. It runs again each time it is shown, and for each version of the feature. */
export const featureDryRunQuery = (
  target: OfFeature,
  body: FeaturePatch | undefined,
  etag: string | undefined,
) =>
  queryOptions({
    queryKey: ['dry-run', target.org, target.project, target.feature, 'patch', body, etag],
    queryFn: body === undefined ? skipToken : () => dryRun(target, body),
    gcTime: 0,
  });

async function dryRun(target: OfFeature, body: FeaturePatch) {
  const { body: answer } = await readDryRun(
    settings.PATCH('/settings/v1/organisations/{org}/projects/{project}/features/{feature}', {
      params: { path: { ...target }, query: { dry_run: true } },
      body,
    }),
  );
  return answer;
}
