/** Queries of the audit log and its comments, for the audit log and the history of a feature. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readBody, settings } from '../client.ts';
import type { paths } from '../generated/schema.d.ts';

const log = '/settings/v1/organisations/{org}/audit-log';

/** The filters of the audit log. */
export type HistoryFilter = Omit<
  NonNullable<paths[typeof log]['get']['parameters']['query']>,
  'limit' | 'cursor'
>;

/** Returns the query of audit records, newest first. */
export const historyQuery = (org: string, filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', org, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
        settings.GET(log, {
          params: { path: { org }, query: { limit: 50, ...filter, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Returns the query of one record, of any size. */
export const recordQuery = (org: string, id: string) =>
  queryOptions({
    queryKey: ['audit-record', org, id],
    queryFn: () => readBody(settings.GET(`${log}/{id}`, { params: { path: { org, id } } })),
    staleTime: Infinity,
  });

/** Returns the query of two records of a change, which shows whether it has several. */
export const changeQuery = (org: string, changeId: string) =>
  queryOptions({
    queryKey: ['audit-log', org, 'change', changeId],
    queryFn: () =>
      readBody(settings.GET(log, { params: { path: { org }, query: { change_id: changeId, limit: 2 } } })),
  });

/** Returns the query of a record's comments, oldest first. */
export const commentsQuery = (org: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', org, id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      readBody(
        settings.GET(`${log}/{id}/comments`, {
          params: { path: { org, id }, query: { limit: 100, ...(cursor && { cursor }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
