import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { bodyOf, changedOf, settings } from '../api/client.ts';
import type { InProject } from '../api/queries.ts';

const features = '/settings/v1/organisations/{org}/projects/{project}/features';

export interface BulkSet {
  readonly status?: 'live' | 'complete' | 'archived';
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

const bodyWith = (slugs: readonly string[], set: BulkSet) => ({
  features: [...slugs],
  set: {
    ...(set.status && { status: set.status }),
    ...(set.add_tags && { add_tags: [...set.add_tags] }),
    ...(set.remove_tags && { remove_tags: [...set.remove_tags] }),
  },
});

/** What a change of many features would do. It is asked anew each time that it is shown. */
export const bulkDryRunQuery = (path: InProject, slugs: readonly string[], set: BulkSet) =>
  queryOptions({
    queryKey: ['features', path.org, path.project, 'dry run', slugs, set],
    queryFn: () =>
      bodyOf(
        settings.POST(`${features}/bulk`, {
          params: { path: { ...path } },
          body: { ...bodyWith(slugs, set), dry_run: true },
        }),
      ),
    gcTime: 0,
  });

export function useBulkChange(path: InProject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ slugs, set }: { slugs: readonly string[]; set: BulkSet }) =>
      changedOf(
        settings.POST(`${features}/bulk`, { params: { path: { ...path } }, body: bodyWith(slugs, set) }),
      ),
    onSettled: () => refreshFeatures(client, path),
  });
}

export function useDelete(path: InProject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (feature: string) =>
      changedOf(settings.DELETE(`${features}/{feature}`, { params: { path: { ...path, feature } } })),
    onSettled: () => refreshFeatures(client, path),
  });
}

function refreshFeatures(client: ReturnType<typeof useQueryClient>, { org, project }: InProject) {
  const keys = ['features', 'feature', 'serving', 'advice'];
  return Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key, org, project] })));
}
