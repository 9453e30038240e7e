import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readBody, settings } from '../../api/client.ts';
import { readWholeList } from '../../api/whole-list.ts';
import type { InProject } from '../../api/queries/project.ts';
import { every } from '../../api/retries.ts';
import type { BucketLength } from './model.ts';

const root = '/settings/v1/organisations/{org}/projects/{project}/environments/{env}/events';

export interface OfEnvironment extends InProject {
  readonly env: string;
}

interface EventFilter {
  readonly variable?: string | undefined;
  readonly event?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly bucket: BucketLength;
}

export const summaryQuery = ({ org, project, env }: OfEnvironment, filter: EventFilter) =>
  infiniteQueryOptions({
    queryKey: ['events', org, project, env, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const given = Object.entries({ ...filter, cursor }).filter(([, value]) => value !== undefined);
      return readBody(
        settings.GET(`${root}/summary`, {
          params: { path: { org, project, env }, query: { limit: 50, ...Object.fromEntries(given) } },
          signal,
        }),
      );
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // Events arrive while the page is open.
    refetchInterval: every(10_000),
  });

export const namesQuery = ({ org, project, env }: OfEnvironment) =>
  queryOptions({
    queryKey: ['event-names', org, project, env],
    queryFn: () =>
      readWholeList((query) =>
        readBody(settings.GET(`${root}/names`, { params: { path: { org, project, env }, query } })),
      ),
    // An environment without events is polled until it has some.
    refetchInterval: every<{ items: readonly unknown[] }>((data) => data?.items.length === 0 && 3_000),
  });
