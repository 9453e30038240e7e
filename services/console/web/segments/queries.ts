import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bodyOf, settings, versionedOf } from '../api/client.ts';
import type { InProject } from '../api/queries.ts';
import type { paths } from '../api/schema.d.ts';

const list = '/settings/v1/organisations/{org}/projects/{project}/segments';
const uses = `${list}/{segment}/uses` as const;

export interface OfSegment extends InProject {
  readonly segment: string;
}

export type SegmentUse =
  paths[typeof uses]['get']['responses'][200]['content']['application/json']['items'][number];

/** Keys begin as that of the segments of a project, so that a change touches both. */
export const segmentListQuery = ({ org, project }: InProject) =>
  infiniteQueryOptions({
    queryKey: ['segments', org, project, 'listed'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      bodyOf(
        settings.GET(list, {
          params: { path: { org, project }, query: { limit: 200, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const segmentQuery = ({ org, project, segment }: OfSegment) =>
  queryOptions({
    queryKey: ['segments', org, project, 'one', segment],
    queryFn: ({ signal }) =>
      versionedOf(settings.GET(`${list}/{segment}`, { params: { path: { org, project, segment } }, signal })),
  });

/** The rules that name a segment. */
export const segmentUsesQuery = ({ org, project, segment }: OfSegment) =>
  infiniteQueryOptions({
    queryKey: ['segments', org, project, 'uses', segment],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      bodyOf(
        settings.GET(uses, {
          params: {
            path: { org, project, segment },
            query: { limit: 200, ...(cursor && { cursor }) },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
