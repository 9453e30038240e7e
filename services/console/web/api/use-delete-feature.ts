import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readChanged, settings } from './client.ts';
import { markDeleted, evictWhenUnused, unmark } from './live/deleted-features.ts';
import type { OfFeature } from './queries/project.ts';
import { useInvalidateProject } from './live/use-invalidate-project.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}';

export function useDeleteFeature(target: OfFeature) {
  const client = useQueryClient();
  const invalidate = useInvalidateProject(target);
  return useMutation({
    mutationFn: (etag: string) =>
      readChanged(settings.DELETE(path, { params: { path: { ...target } }, headers: { 'If-Match': etag } })),
    onMutate: () => markDeleted(target),
    onSuccess() {
      evictWhenUnused(client, target);
      invalidate();
    },
    // Reads the current version again, because somebody else may have changed it.
    onError() {
      unmark(target);
      invalidate();
    },
  });
}
