import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedOf, settings } from './client.ts';
import { leave, removeOnceLeft, stay } from './live/leaving.ts';
import type { OfFeature } from './queries/project.ts';
import { useForget } from './live/use-forget.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}';

export function useDeleteFeature(target: OfFeature) {
  const client = useQueryClient();
  const forget = useForget(target);
  return useMutation({
    mutationFn: (etag: string) =>
      changedOf(settings.DELETE(path, { params: { path: { ...target } }, headers: { 'If-Match': etag } })),
    onMutate: () => leave(target),
    onSuccess() {
      removeOnceLeft(client, target);
      forget();
    },
    // Reads the current version again, because somebody else may have changed it.
    onError() {
      stay(target);
      forget();
    },
  });
}
