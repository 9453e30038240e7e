import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readBody, settings, readVersioned } from '../client.ts';

export interface OfEnvironment {
  readonly org: string;
  readonly project: string;
  readonly env: string;
}

export const environmentQuery = ({ org, project, env }: OfEnvironment) =>
  queryOptions({
    queryKey: ['environments', org, project, env],
    queryFn: () =>
      readVersioned(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}/environments/{env}', {
          params: { path: { org, project, env } },
        }),
      ),
  });

/** Returns the query of how much of its limits an environment uses. */
export const environmentUsageQuery = ({ org, project, env }: OfEnvironment) =>
  queryOptions({
    queryKey: ['environment-usage', org, project, env],
    queryFn: () =>
      readBody(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}/environments/{env}/usage', {
          params: { path: { org, project, env } },
        }),
      ),
    staleTime: 60_000,
  });

/** Returns the query of an environment's keys, valid ones first. */
export const keysQuery = ({ org, project, env }: OfEnvironment) =>
  infiniteQueryOptions({
    queryKey: ['keys', org, project, env],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      readBody(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys', {
          params: { path: { org, project, env }, query: { limit: 200, ...(cursor && { cursor }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: ({ pages }) =>
      pages
        .flatMap(({ items }) => items)
        .toSorted((one, other) => Number(one.revoked_at !== null) - Number(other.revoked_at !== null)),
  });
