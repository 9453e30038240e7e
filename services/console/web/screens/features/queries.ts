import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { readBody, settings } from '../../api/client.ts';
import type { InProject } from '../../api/queries/project.ts';
import type { ListSearch } from './model.ts';

/** Features that may have had their time, and what to do with each. */
export const adviceQuery = ({ org, project }: InProject, { verdict, tag, owner }: ListSearch) =>
  infiniteQueryOptions({
    queryKey: ['advice', org, project, { verdict, tag, owner }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}/advice', {
          params: {
            path: { org, project },
            query: {
              limit: 50,
              ...(cursor !== undefined && { cursor }),
              ...(verdict !== undefined && { verdict }),
              ...(tag !== undefined && { tag }),
              ...(owner !== undefined && { owner }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
