import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readBody, settings } from '../client.ts';
import { readWholeList } from '../whole-list.ts';
import type { InProject, OfFeature } from './project.ts';

const root = '/settings/v1/organisations/{org}/projects/{project}';
type State = 'recorded' | 'stale';

export const repositoriesQuery = ({ org, project }: InProject) =>
  queryOptions({
    queryKey: ['repositories', org, project],
    queryFn: () =>
      readWholeList((query) =>
        readBody(settings.GET(`${root}/repositories`, { params: { path: { org, project }, query } })),
      ),
    select: ({ items }) => items,
  });

export const unknownKeysQuery = ({ org, project }: InProject, id: string) =>
  infiniteQueryOptions({
    queryKey: ['unknown-keys', org, project, id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      readBody(
        settings.GET(`${root}/repositories/{id}/unknown-keys`, {
          params: { path: { org, project, id }, query: { limit: 50, ...(cursor && { cursor }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const unreferencedQuery = ({ org, project }: InProject) =>
  infiniteQueryOptions({
    queryKey: ['unreferenced', org, project],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      readBody(
        settings.GET(`${root}/unreferenced-variables`, {
          params: { path: { org, project }, query: { limit: 50, ...(cursor && { cursor }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** Returns the query of a project's code references by a part of the key or file. */
export const projectReferencesQuery = ({ org, project }: InProject, text: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['code-references', org, project, { text }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
        settings.GET(`${root}/code-references`, {
          params: {
            path: { org, project },
            query: { limit: 100, ...(text && { text }), ...(cursor && { cursor }) },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });

interface ReferenceFilter {
  readonly state?: string | undefined;
  readonly repository?: string | undefined;
}

export const featureReferencesQuery = (
  { org, project, feature }: OfFeature,
  { state, repository }: ReferenceFilter,
) =>
  infiniteQueryOptions({
    queryKey: ['code-references', org, project, feature, { state, repository }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
        settings.GET(`${root}/features/{feature}/code-references`, {
          params: {
            path: { org, project, feature },
            query: {
              limit: 100,
              // The server reports an invalid state from the address.
              ...(state && { state: state as State }),
              ...(repository && { repository }),
              ...(cursor && { cursor }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
