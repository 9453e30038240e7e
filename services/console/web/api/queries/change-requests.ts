/** Queries of change requests. Every change in the project makes them stale, because stages follow from it. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readBody, readVersioned, settings } from '../client.ts';
import type { paths } from '../generated/schema.d.ts';
import type { InProject, OfFeature } from './project.ts';

const list = '/settings/v1/organisations/{org}/projects/{project}/change-requests';

/** The filters of the list. */
export type RequestFilter = Omit<
  NonNullable<paths[typeof list]['get']['parameters']['query']>,
  'limit' | 'cursor'
>;

export interface OfRequest extends InProject {
  readonly number: string;
}

/** Returns the query of change requests, newest first. */
export const changeRequestsQuery = ({ org, project }: InProject, filter: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: ['change-requests', org, project, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
        settings.GET(list, {
          params: { path: { org, project }, query: { limit: 50, ...filter, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });

export const changeRequestQuery = ({ org, project, number }: OfRequest) =>
  queryOptions({
    queryKey: ['change-requests', org, project, number],
    queryFn: () =>
      readVersioned(settings.GET(`${list}/{number}`, { params: { path: { org, project, number } } })),
  });

/** The number of requests that a count reads; more are shown as "20+". */
export const maxCounted = 20;

/** Returns the query of the first requests that wait for the user. */
export const waitingQuery = ({ org, project }: InProject) =>
  queryOptions({
    queryKey: ['change-requests', org, project, 'waiting'],
    queryFn: () =>
      readBody(
        settings.GET(list, {
          params: { path: { org, project }, query: { waiting_for: 'me', limit: maxCounted } },
        }),
      ),
    staleTime: 30_000,
  });

/** Returns the query of the first open requests that change a feature. */
export const requestsOfFeatureQuery = ({ org, project, feature }: OfFeature) =>
  queryOptions({
    queryKey: ['change-requests', org, project, 'of feature', feature],
    queryFn: () =>
      readBody(
        settings.GET(list, {
          params: { path: { org, project }, query: { feature, status: 'open', limit: maxCounted } },
        }),
      ),
    select: ({ items }) => items,
  });

/** Returns the query of how many open requests each feature has, by slug: of the latest 200 requests. */
export const openRequestCountsQuery = ({ org, project }: InProject) =>
  queryOptions({
    queryKey: ['change-requests', org, project, 'open'],
    queryFn: () =>
      readBody(
        settings.GET(list, {
          params: { path: { org, project }, query: { status: 'open', limit: 200 } },
        }),
      ),
    select({ items }) {
      const counts: Record<string, number> = {};
      for (const { features } of items)
        for (const feature of features) counts[feature] = (counts[feature] ?? 0) + 1;
      return counts;
    },
    staleTime: 30_000,
  });

/** Returns the query of what a request would change now, or what conflicts. It belongs to a version of the request. */
export const previewQuery = ({ org, project, number }: OfRequest, etag: string) =>
  queryOptions({
    queryKey: ['dry-run', org, project, 'change-request', number, etag],
    queryFn: () =>
      readBody(settings.POST(`${list}/{number}/preview`, { params: { path: { org, project, number } } })),
    gcTime: 0,
  });

/** Returns the query of the comments of a request, oldest first. */
export const requestCommentsQuery = ({ org, project, number }: OfRequest) =>
  infiniteQueryOptions({
    queryKey: ['change-requests', org, project, number, 'comments'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      readBody(
        settings.GET(`${list}/{number}/comments`, {
          params: { path: { org, project, number }, query: { limit: 100, ...(cursor && { cursor }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
