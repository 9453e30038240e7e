import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedOf, dryRunOf, settings } from '../../../api/client.ts';
import { getConcurrentChange } from '../../../api/api-error.ts';
import { featureQuery, type OfFeature } from '../../../api/queries/project.ts';
import { useForget } from '../../../api/live/use-forget.ts';
import { bodyOf, type Grid } from './model.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}';

interface Asked {
  readonly grid: Grid;
  readonly etag: string;
  readonly comment?: string | undefined;
  /** The version that the server has: with another one, the answer of the dry run is another one, too. */
  readonly serverEtag?: string;
}

function put(target: OfFeature, { grid, etag, comment }: Asked, dryRun: boolean) {
  return settings.PUT(path, {
    params: {
      path: { ...target },
      query: { ...(dryRun && { dry_run: true }), ...(comment && { comment }) },
    },
    headers: { 'If-Match': etag },
    body: bodyOf(grid),
  });
}

/** Somebody was faster: what they saved is read, to be put together with the draft. */
function useReadNow(target: OfFeature) {
  const client = useQueryClient();
  return (error: unknown) =>
    getConcurrentChange(error) && client.invalidateQueries({ queryKey: featureQuery(target).queryKey });
}

/** The lines of the audit log that saving would write, and where something else would be served. Changes nothing. */
export function useReview(target: OfFeature) {
  const onError = useReadNow(target);
  return useMutation({
    async mutationFn(asked: Asked) {
      const { body } = await dryRunOf(put(target, asked, true));
      return body;
    },
    onError,
  });
}

/** All of the grid in one change. What was stored is what the page shows from then on. */
export function useSave(target: OfFeature) {
  const client = useQueryClient();
  const forget = useForget(target);
  const onError = useReadNow(target);
  return useMutation({
    mutationFn: (asked: Asked) => changedOf(put(target, asked, false)),
    onError,
    onSuccess({ body, etag }) {
      client.setQueryData(featureQuery(target).queryKey, { body, etag });
    },
    // Nobody waits for it: what is renamed would be taken for what somebody else has saved.
    onSettled: forget,
  });
}
