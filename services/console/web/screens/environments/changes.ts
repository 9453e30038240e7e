import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedOf, settings, type Changed } from '../../api/client.ts';
import { environmentsQuery } from '../../api/queries/project.ts';
import type { EnvironmentSettings, SettingsPatch } from './model.ts';
import { environmentQuery, type OfEnvironment } from '../../api/queries/environments.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/environments/{env}';

/** Saves what was touched of an environment, if it is still in the version that was seen. */
export function useSaveSettings(
  target: OfEnvironment,
  onSaved: (answer: Changed<EnvironmentSettings>, sent: SettingsPatch) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ patch, etag }: { patch: SettingsPatch; etag: string }) =>
      changedOf(
        settings.PATCH(path, {
          params: { path: { ...target } },
          headers: { 'If-Match': etag },
          body: patch,
        }),
      ),
    // At once, also when the page has been left: the draft would be behind the new version.
    onSuccess(answer, { patch }) {
      const { body, etag } = answer;
      client.setQueryData(environmentQuery(target).queryKey, { body, etag });
      onSaved(answer, patch);
    },
    // Also after a refusal: somebody may have saved meanwhile. The list's key begins that of each environment. Not awaited: what is written
    // until then may be saved, too.
    onSettled: () => void client.invalidateQueries({ queryKey: environmentsQuery(target).queryKey }),
  });
}

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
