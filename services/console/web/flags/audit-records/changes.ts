import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody, settings } from '../../api/client.ts';

const record = '/settings/v1/organisations/{org}/audit-log/{id}';
const thread = `${record}/comments` as const;

interface Revert {
  readonly only: boolean;
  readonly comment?: string | undefined;
}

function revert(org: string, id: string, { only, comment }: Revert, dryRun: boolean) {
  const query = { ...(dryRun && { dry_run: true }), ...(comment && { comment }) };
  return readBody(
    settings.POST(`${record}/revert`, { params: { path: { org, id }, query }, body: { only } }),
  );
}

/** Returns the query of the dry run of a revert, which is read again each time that it is shown. */
export const revertDryRunQuery = (org: string, id: string, only: boolean) =>
  queryOptions({
    queryKey: ['dry-run', org, 'revert', id, { only }],
    queryFn: () => revert(org, id, { only }, true),
    gcTime: 0,
  });

/** Reverts a change, or only one of its records. */
export function useRevert(org: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: Revert) => revert(org, id, asked, false),
    // A change may affect anything in the organisation.
    onSuccess: () => void client.invalidateQueries(),
  });
}

/** Adds, edits and deletes comments of a record. */
export function useComments(org: string, id: string) {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['comments', org, id] }),
      client.invalidateQueries({ queryKey: ['audit-log', org] }),
    ]);
  const path = { org, id };
  const add = useMutation({
    mutationFn: (text: string) => readBody(settings.POST(thread, { params: { path }, body: { text } })),
    onSettled,
  });
  const edit = useMutation({
    mutationFn: ({ comment, text }: { comment: string; text: string }) =>
      readBody(
        settings.PATCH(`${thread}/{comment}`, { params: { path: { ...path, comment } }, body: { text } }),
      ),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (comment: string) =>
      readBody(settings.DELETE(`${thread}/{comment}`, { params: { path: { ...path, comment } } })),
    onSettled,
  });
  return { add, edit, remove };
}
