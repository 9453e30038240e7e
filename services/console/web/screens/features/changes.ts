import { queryOptions, useMutation } from '@tanstack/react-query';
import { readBody, readChanged, settings } from '../../api/client.ts';
import type { InProject, OfServing } from '../../api/queries/project.ts';
import { useInvalidateProject } from '../../api/live/use-invalidate-project.ts';

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

/** Returns the query of the dry run of a bulk change, which is read again each time that it is shown. */
export const bulkDryRunQuery = (path: InProject, slugs: readonly string[], set: BulkSet) =>
  queryOptions({
    queryKey: ['dry-run', path.org, path.project, 'bulk', slugs, set],
    queryFn: () =>
      readBody(
        settings.POST(`${features}/bulk`, {
          params: { path: { ...path } },
          body: { ...bodyWith(slugs, set), dry_run: true },
        }),
      ),
    gcTime: 0,
  });

export function useBulkChange(path: InProject) {
  const invalidate = useInvalidateProject(path);
  return useMutation({
    mutationFn: ({ slugs, set }: { slugs: readonly string[]; set: BulkSet }) =>
      readChanged(
        settings.POST(`${features}/bulk`, { params: { path: { ...path } }, body: bodyWith(slugs, set) }),
      ),
    onSettled: invalidate,
  });
}

export function useSwitch(target: OfServing) {
  const invalidate = useInvalidateProject(target);
  return useMutation({
    mutationFn: ({ enabled, etag }: { enabled: boolean; etag: string }) =>
      readChanged(
        settings.PATCH(`${features}/{feature}/environments/{env}/targeting`, {
          params: { path: { ...target } },
          headers: { 'If-Match': etag },
          body: { enabled },
        }),
      ),
    onSettled: invalidate,
  });
}
