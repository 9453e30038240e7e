import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readChanged, settings } from '../../../api/client.ts';
import { useInvalidateProject } from '../../../api/live/use-invalidate-project.ts';
import { servingQuery, type OfServing } from '../../../api/queries/project.ts';

const path =
  '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting';

/** Switches targeting on or off. */
export function useSwitch(target: OfServing) {
  const client = useQueryClient();
  const invalidate = useInvalidateProject(target);
  return useMutation({
    mutationFn: ({ enabled, etag }: { enabled: boolean; etag: string }) =>
      readChanged(
        settings.PATCH(path, {
          params: { path: { ...target } },
          headers: { 'If-Match': etag },
          body: { enabled },
        }),
      ),
    onSuccess({ body, etag }) {
      client.setQueryData(servingQuery(target).queryKey, { body, etag });
      invalidate();
    },
  });
}
