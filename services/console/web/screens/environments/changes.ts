import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedOf, settings } from '../../api/client.ts';
import { environmentsQuery } from '../../api/queries/project.ts';
import { environmentQuery, type OfEnvironment } from '../../api/queries/environments.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/environments/{env}';

export function useDeleteEnvironment(target: OfEnvironment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (etag: string) =>
      changedOf(settings.DELETE(path, { params: { path: { ...target } }, headers: { 'If-Match': etag } })),
    // Somebody may have been faster: it is asked again with the version of now.
    onError: () => client.invalidateQueries({ queryKey: environmentQuery(target).queryKey }),
    // The list alone: what is deleted would be asked for once more.
    onSuccess: () => client.invalidateQueries({ queryKey: environmentsQuery(target).queryKey, exact: true }),
  });
}

export function useMakeSigningSecret(target: OfEnvironment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => changedOf(settings.POST(`${path}/signing-secret`, { params: { path: { ...target } } })),
    // Not awaited: what is shown once does not wait for a list.
    onSettled: () => void client.invalidateQueries({ queryKey: environmentsQuery(target).queryKey }),
  });
}
