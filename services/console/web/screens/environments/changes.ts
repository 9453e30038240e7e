import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readChanged, settings } from '../../api/client.ts';
import { environmentsQuery } from '../../api/queries/project.ts';
import { environmentQuery, type OfEnvironment } from '../../api/queries/environments.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/environments/{env}';

export function useDeleteEnvironment(target: OfEnvironment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ etag, comment }: { etag: string; comment: string }) =>
      readChanged(
        settings.DELETE(path, {
          params: { path: { ...target }, query: comment ? { comment } : {} },
          headers: { 'If-Match': etag },
        }),
      ),
    // On a conflict the current version is loaded and sent again.
    onError: () => client.invalidateQueries({ queryKey: environmentQuery(target).queryKey }),
    // Only the list, because the deleted resource would be requested again.
    onSuccess: () => client.invalidateQueries({ queryKey: environmentsQuery(target).queryKey, exact: true }),
  });
}

export function useMakeSigningSecret(target: OfEnvironment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      readChanged(settings.POST(`${path}/signing-secret`, { params: { path: { ...target } } })),
    // Not awaited: what is shown once does not wait for a list.
    onSettled: () => void client.invalidateQueries({ queryKey: environmentsQuery(target).queryKey }),
  });
}
