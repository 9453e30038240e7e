/** Records of the audit log and what people say of them: the audit log of an organisation and the history of a feature ask the same. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bodyOf, settings } from '../client.ts';
import type { paths } from '../generated/schema.d.ts';

const log = '/settings/v1/organisations/{org}/audit-log';

/** What the audit log is filtered by. */
export type HistoryFilter = Omit<
  NonNullable<paths[typeof log]['get']['parameters']['query']>,
  'limit' | 'cursor'
>;

/** The newest first. */
export const historyQuery = (org: string, filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', org, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      bodyOf(
        settings.GET(log, {
          params: { path: { org }, query: { limit: 50, ...filter, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** One record, however large it is. */
export const recordQuery = (org: string, id: string) =>
  queryOptions({
    queryKey: ['audit-record', org, id],
    queryFn: () => bodyOf(settings.GET(`${log}/{id}`, { params: { path: { org, id } } })),
    staleTime: Infinity,
  });

/** Two records of a change at most: whether it has others than one of them. */
export const changeQuery = (org: string, changeId: string) =>
  queryOptions({
    queryKey: ['audit-log', org, 'change', changeId],
    queryFn: () =>
      bodyOf(settings.GET(log, { params: { path: { org }, query: { change_id: changeId, limit: 2 } } })),
  });

/** The oldest first. */
export const commentsQuery = (org: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', org, id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        settings.GET(`${log}/{id}/comments`, {
          params: { path: { org, id }, query: { limit: 100, ...(cursor && { cursor }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
