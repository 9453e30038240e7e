import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readBody, settings, readVersioned } from '../client.ts';
import type { InProject, OfServing } from './project.ts';
import type { components } from '../generated/schema.d.ts';
import type { Group, User } from '../types.ts';

const list = '/settings/v1/organisations/{org}/projects/{project}/segments';
const uses = `${list}/{segment}/uses` as const;

export interface OfSegment extends InProject {
  readonly segment: string;
}

export type SegmentUse = components['schemas']['SegmentUse'];

/** Returns the query of the list of segments. Its key begins like that of all segments, so that a change invalidates both. */
export const segmentListQuery = ({ org, project }: InProject) =>
  infiniteQueryOptions({
    queryKey: ['segments', org, project, 'listed'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
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
      readVersioned(
        settings.GET(`${list}/{segment}`, { params: { path: { org, project, segment } }, signal }),
      ),
  });

/** The feature by which the server counts: any of the project with a variable and a variation. */
export interface CountedIn extends OfServing {
  readonly variation: string;
}

/**
 * Returns the query that counts the users who match the saved and the drafted conditions. The server previews two rules with these
 * conditions and stores nothing.
 */
export const countQuery = (
  { org, project, env, feature, variation }: CountedIn,
  saved: readonly Group[],
  drafted: readonly Group[] | undefined,
  users: readonly User[],
) =>
  queryOptions({
    queryKey: ['segments', org, project, 'counted', env, feature, saved, drafted, users],
    queryFn: ({ signal }) => {
      const ruleOf = (name: string, groups: readonly Group[]) => ({
        name,
        any_of: groups,
        serve: { variation },
      });
      const rules = [ruleOf('saved', saved), ...(drafted ? [ruleOf('drafted', drafted)] : [])];
      return readBody(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/environments/{env}/preview', {
          params: { path: { org, project, env } },
          body: { feature, users: [...users], as_if: { targeting: { enabled: true, rules } } },
          signal,
        }),
      );
    },
    retry: false,
    gcTime: 60_000,
  });

/** Returns the query of the rules that use a segment. */
export const segmentUsesQuery = ({ org, project, segment }: OfSegment) =>
  infiniteQueryOptions({
    queryKey: ['segments', org, project, 'uses', segment],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
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
