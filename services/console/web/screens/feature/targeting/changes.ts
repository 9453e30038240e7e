import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readChanged, readDryRun, settings } from '../../../api/client.ts';
import { useInvalidateProject } from '../../../api/live/use-invalidate-project.ts';
import { storeServing, type OfServing } from '../../../api/queries/project.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}';

/** Switches targeting on or off. */
export function useSwitch(target: OfServing) {
  const client = useQueryClient();
  const invalidate = useInvalidateProject(target);
  return useMutation({
    mutationFn: ({ enabled, etag, comment }: { enabled: boolean; etag: string; comment: string }) =>
      readChanged(
        settings.PATCH(`${path}/targeting`, {
          params: { path: { ...target }, query: comment ? { comment } : {} },
          headers: { 'If-Match': etag },
          body: { enabled },
        }),
      ),
    onSuccess({ body, etag }) {
      storeServing(client, target, { body, etag });
      invalidate();
    },
  });
}

interface ServeEveryone {
  readonly variation: string;
  /** Targeting is off, and is switched on in the same change. */
  readonly isOff: boolean;
  readonly etag: string;
}

const putEveryone = (
  target: OfServing,
  { variation, isOff, etag }: ServeEveryone,
  query: { dry_run?: true; comment?: string },
) =>
  settings.PUT(`${path}/everyone`, {
    params: { path: { ...target }, query },
    headers: { 'If-Match': etag },
    body: { variation, ...(isOff && { enable: true }) },
  });

/** Returns the query of what serving one variation to everyone would change. Not cached, so that each dialog shows the current state. */
export const everyoneDryRunQuery = (target: OfServing, asked: ServeEveryone) =>
  queryOptions({
    queryKey: ['dry-run', target.org, target.project, target.feature, target.env, 'everyone', asked],
    queryFn: async () => (await readDryRun(putEveryone(target, asked, { dry_run: true }))).body,
    retry: false,
    gcTime: 0,
  });

/** Serves one variation to everyone by a rule above all others. */
export function useServeEveryone(target: OfServing) {
  const client = useQueryClient();
  const invalidate = useInvalidateProject(target);
  return useMutation({
    mutationFn: ({ comment, ...asked }: ServeEveryone & { comment: string | undefined }) =>
      readChanged(putEveryone(target, asked, comment ? { comment } : {})),
    onSuccess: ({ body, etag }) => storeServing(client, target, { body, etag }),
    onSettled: invalidate,
  });
}
