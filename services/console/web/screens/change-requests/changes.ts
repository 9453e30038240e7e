import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody, readChanged, settings, type Changed } from '../../api/client.ts';
import { useInvalidateProject } from '../../api/live/use-invalidate-project.ts';
import type { OfRequest } from '../../api/queries/change-requests.ts';
import type { ChangeRequest } from '../../api/types.ts';

const one = '/settings/v1/organisations/{org}/projects/{project}/change-requests/{number}';

/** Sends a write of a request. Whatever the answer, the page reads the request again, because an error says that it has changed. */
function useWrite<Sent>(target: OfRequest, send: (sent: Sent) => Promise<Changed<ChangeRequest>>) {
  return useMutation({ mutationFn: send, onSettled: useInvalidateProject(target) });
}

const toParams = ({ org, project, number }: OfRequest) => ({ path: { org, project, number } });

export interface SentVerdict {
  readonly verdict: 'approve' | 'request_changes' | 'none';
  /** The revision that the user has read. */
  readonly revision: number;
  readonly comment?: string;
}

export const useReview = (target: OfRequest) =>
  useWrite(target, (body: SentVerdict) =>
    readChanged(settings.POST(`${one}/verdicts`, { params: toParams(target), body })),
  );

/** Merges the request with later changes; `resolve` decides its conflicts. */
export const useRebase = (target: OfRequest) =>
  useWrite(target, (resolve: readonly { path: string; take: 'now' | 'wanted' }[]) =>
    readChanged(settings.POST(`${one}/rebase`, { params: toParams(target), body: { resolve } })),
  );

/** Applies the request; without its approvals, for the given reason. */
export const useApply = (target: OfRequest) =>
  useWrite(target, (reason: string | undefined) =>
    readChanged(
      settings.POST(`${one}/apply`, {
        params: toParams(target),
        body: reason === undefined ? {} : { without_approval: reason },
      }),
    ),
  );

interface Closing {
  readonly comment: string | undefined;
  readonly withFollowers: boolean;
}

export const useClose = (target: OfRequest) =>
  useWrite(target, ({ comment, withFollowers }: Closing) =>
    readChanged(
      settings.POST(`${one}/close`, {
        params: toParams(target),
        body: { ...(comment && { comment }), ...(withFollowers && { with_followers: true }) },
      }),
    ),
  );

export const useReopen = (target: OfRequest) =>
  useWrite<void>(target, () =>
    readChanged(settings.POST(`${one}/reopen`, { params: toParams(target), body: {} })),
  );

export const useTakeOver = (target: OfRequest) =>
  useWrite<void>(target, () =>
    readChanged(settings.POST(`${one}/take-over`, { params: toParams(target), body: {} })),
  );

/** Sets the schedule of the version of the request that the user has seen. */
export const useSchedule = (target: OfRequest, etag: string) =>
  useWrite(target, (apply: ChangeRequest['apply']) =>
    readChanged(
      settings.PATCH(one, { params: toParams(target), headers: { 'If-Match': etag }, body: { apply } }),
    ),
  );

/** Adds, edits and deletes comments of a request. */
export function useRequestComments({ org, project, number }: OfRequest) {
  const client = useQueryClient();
  const path = { org, project, number };
  const onSettled = () =>
    client.invalidateQueries({ queryKey: ['change-requests', org, project, number, 'comments'] });
  const add = useMutation({
    mutationFn: (text: string) =>
      readBody(settings.POST(`${one}/comments`, { params: { path }, body: { text } })),
    onSettled,
  });
  const edit = useMutation({
    mutationFn: ({ comment, text }: { comment: string; text: string }) =>
      readBody(
        settings.PATCH(`${one}/comments/{comment}`, {
          params: { path: { ...path, comment } },
          body: { text },
        }),
      ),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (comment: string) =>
      readBody(settings.DELETE(`${one}/comments/{comment}`, { params: { path: { ...path, comment } } })),
    onSettled,
  });
  return { add, edit, remove };
}
