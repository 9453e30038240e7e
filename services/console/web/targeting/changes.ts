import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bodyOf, changedOf, settings } from '../api/client.ts';
import type { OfServing } from '../api/queries.ts';
import type { Document } from './model.ts';

export interface Difference {
  readonly text: string;
}

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}';

function put(target: OfServing, document: Document, etag: string, dryRun: boolean) {
  return settings.PUT(path, {
    params: { path: { ...target }, query: dryRun ? { dry_run: true } : {} },
    headers: { 'If-Match': etag },
    body: document as never,
  });
}

/** The lines of the audit log that saving would write, told by the server. Changes nothing. */
export function useReview(target: OfServing) {
  return useMutation({
    async mutationFn({
      document,
      etag,
    }: {
      document: Document;
      etag: string;
    }): Promise<readonly Difference[]> {
      const answer = await bodyOf(put(target, document, etag, true));
      return 'changes' in answer ? answer.changes : [];
    },
  });
}

/** Rules and defaults in one change. It is not repeated by itself. */
export function useSave(target: OfServing) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ document, etag }: { document: Document; etag: string }) =>
      changedOf(put(target, document, etag, false)),
    retry: false,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['serving', target.org, target.project, target.feature] }),
        client.invalidateQueries({ queryKey: ['features', target.org, target.project] }),
        client.invalidateQueries({ queryKey: ['audit-log', target.org] }),
      ]),
  });
}
