import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bodyOf, changedOf, dryRunOf, settings } from '../../api/client.ts';
import type { InProject } from '../../api/queries/project.ts';
import { useForget } from '../../api/live/use-forget.ts';
import type { Both } from '../../flags/condition/behind-dialog.tsx';
import { documentOf, type Document } from './model.ts';
import { segmentQuery, type OfSegment } from '../../api/queries/segments.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/segments/{segment}';

interface Asked {
  readonly document: Document;
  readonly etag: string;
  readonly comment?: string | undefined;
  /** The version that the server has: with another one, the answer of the dry run is another one, too. */
  readonly serverEtag?: string;
}

function put(target: OfSegment, { document, etag, comment }: Asked, dryRun: boolean) {
  return settings.PUT(path, {
    params: {
      path: { ...target },
      query: { ...(dryRun && { dry_run: true }), ...(comment && { comment }) },
    },
    headers: { 'If-Match': etag },
    body: document,
  });
}

/** The lines that saving would write, and where something else would be served. Changes nothing. */
export function useReview(target: OfSegment) {
  return useMutation({
    async mutationFn(asked: Asked) {
      const { body } = await dryRunOf(put(target, asked, true));
      return body;
    },
  });
}

/** What was stored is what the page shows from then on. */
export function useSave(target: OfSegment) {
  const client = useQueryClient();
  const forget = useForget(target);
  return useMutation({
    mutationFn: (asked: Asked) => changedOf(put(target, asked, false)),
    onSuccess({ body, etag }) {
      client.setQueryData(segmentQuery(target).queryKey, { body, etag });
    },
    onSettled: forget,
  });
}

export function useRemove(target: OfSegment) {
  const forget = useForget(target);
  const remove = useMutation({
    mutationFn: ({ etag }: { etag: string }) =>
      changedOf(settings.DELETE(path, { params: { path: { ...target } }, headers: { 'If-Match': etag } })),
  });
  // Only whoever has left its page asks anew: what was deleted would be answered 404.
  return { ...remove, forget };
}

/** Merged by the server, the name and group by group. Changes nothing. */
export async function merge(target: OfSegment, { base, wanted, take }: Both<Document>) {
  const { merged, conflicts } = await bodyOf(
    settings.POST(`${path}/merge`, {
      params: { path: { ...target } },
      body: { base, wanted, take },
    }),
  );
  return { merged: documentOf(merged), conflicts };
}

export function useMake({ org, project }: InProject) {
  const forget = useForget({ org, project });
  return useMutation({
    mutationFn: (body: { slug: string } & Document) =>
      changedOf(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/segments', {
          params: { path: { org, project } },
          body: body,
        }),
      ),
    onSettled: forget,
  });
}
