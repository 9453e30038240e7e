import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bodyOf, changedOf, settings } from '../api/client.ts';
import type { InProject } from '../api/queries.ts';
import type { Document } from './model.ts';
import type { OfSegment } from './queries.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/segments/{segment}';

function put(target: OfSegment, document: Document, etag: string, dryRun: boolean) {
  return settings.PUT(path, {
    params: { path: { ...target }, query: dryRun ? { dry_run: true } : {} },
    headers: { 'If-Match': etag },
    body: document as never,
  });
}

/** The lines that saving would write, and where something else would be served. Changes nothing. */
export function useReview(target: OfSegment) {
  return useMutation({
    async mutationFn({ document, etag }: { document: Document; etag: string }) {
      const answer = await bodyOf(put(target, document, etag, true));
      if (!('dry_run' in answer)) throw new TypeError('A dry run answers what it would change.');
      return answer;
    },
  });
}

function useTouched({ org, project }: InProject) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['segments', org, project] }),
      client.invalidateQueries({ queryKey: ['explain', org, project] }),
      client.invalidateQueries({ queryKey: ['audit-log', org] }),
    ]);
}

export function useSave(target: OfSegment) {
  const onSettled = useTouched(target);
  return useMutation({
    mutationFn: ({ document, etag }: { document: Document; etag: string }) =>
      changedOf(put(target, document, etag, false)),
    retry: false,
    onSettled,
  });
}

export function useRemove(target: OfSegment) {
  const forget = useTouched(target);
  const remove = useMutation({
    mutationFn: ({ etag }: { etag: string }) =>
      changedOf(settings.DELETE(path, { params: { path: { ...target } }, headers: { 'If-Match': etag } })),
    retry: false,
  });
  // Only whoever has left its page asks anew: what was deleted would be answered 404.
  return { ...remove, forget };
}

export type Taken = Readonly<Record<string, 'now' | 'wanted'>>;

/** What two people made of one segment, merged by the server; `take` is what was decided of conflicts, by their paths. */
export function useMerge(target: OfSegment) {
  return useMutation({
    mutationFn: ({ base, wanted, take }: { base: Document; wanted: Document; take: Taken }) =>
      bodyOf(
        settings.POST(`${path}/merge`, {
          params: { path: { ...target } },
          body: { base, wanted, take } as never,
        }),
      ),
    retry: false,
  });
}

export function useMake({ org, project }: InProject) {
  const onSettled = useTouched({ org, project });
  return useMutation({
    mutationFn: (body: { slug: string } & Document) =>
      changedOf(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/segments', {
          params: { path: { org, project } },
          body: body as never,
        }),
      ),
    retry: false,
    onSettled,
  });
}
