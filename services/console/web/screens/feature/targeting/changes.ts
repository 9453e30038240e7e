import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { bodyOf, changedOf, settings } from '../../../api/client.ts';
import { servingQuery, type OfServing } from '../../../api/queries/project.ts';
import type { Serving } from '../../../api/types.ts';
import { useForget } from '../../../api/live/use-forget.ts';
import type { Both } from '../../../flags/condition/behind-dialog.tsx';
import { completed, documentOf, type Document } from './model.ts';

export interface Difference {
  readonly text: string;
  /** The line without the name of the document. */
  readonly what: string;
}

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}';

interface Asked {
  readonly document: Document;
  readonly etag: string;
  /** The version that the server has: with another one the answer is another one, too. */
  readonly serverEtag: string;
}

/** The lines that saving would write, told by the server. Changes nothing; its error says what is wrong, and where. */
export const dryRunQuery = (target: OfServing, { document, etag, serverEtag }: Asked) =>
  queryOptions({
    queryKey: [
      'dry-run',
      target.org,
      target.project,
      target.feature,
      target.env,
      { etag, serverEtag, document },
    ],
    async queryFn({ signal }): Promise<readonly Difference[]> {
      const answer = await bodyOf(
        settings.PUT(path, {
          params: { path: { ...target }, query: { dry_run: true } },
          headers: { 'If-Match': etag },
          body: document as never,
          signal,
        }),
      );
      return 'changes' in answer ? answer.changes : [];
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
    gcTime: 60_000,
  });

interface Saved {
  readonly document: Document;
  readonly etag: string;
  readonly comment?: string | undefined;
}

/** What was stored is what the page shows from then on; what else depends on it is asked anew. */
function useStored(target: OfServing) {
  const client = useQueryClient();
  const forget = useForget(target);
  return (stored: { body: unknown; etag: string }) => {
    client.setQueryData(servingQuery(target).queryKey, { body: stored.body as Serving, etag: stored.etag });
    forget();
  };
}

/** Rules and defaults in one change. */
export function useSave(target: OfServing) {
  const store = useStored(target);
  return useMutation({
    mutationFn: ({ document, etag, comment }: Saved) =>
      changedOf(
        settings.PUT(path, {
          params: { path: { ...target }, query: comment ? { comment } : {} },
          headers: { 'If-Match': etag },
          body: document as never,
        }),
      ),
    onSuccess: store,
  });
}

/** The switch alone. */
export function useSwitch(target: OfServing) {
  const store = useStored(target);
  return useMutation({
    mutationFn: ({ enabled, etag }: { enabled: boolean; etag: string }) =>
      changedOf(
        settings.PATCH(`${path}/targeting`, {
          params: { path: { ...target } },
          headers: { 'If-Match': etag },
          body: { enabled },
        }),
      ),
    onSuccess: store,
  });
}

/** Merged by the server, with all variables, as drafts have them. Changes nothing. */
export async function merge(target: OfServing, { base, wanted, take }: Both<Document>) {
  const { merged, conflicts } = await bodyOf(
    settings.POST(`${path}/merge`, {
      params: { path: { ...target } },
      body: { base, wanted, take } as never,
    }),
  );
  return { merged: completed(documentOf(merged), wanted), conflicts };
}
