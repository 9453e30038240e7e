import { infiniteQueryOptions } from '@tanstack/react-query';
import { readBody, settings } from '../client.ts';

/** Returns the query of an organisation's tokens, including revoked ones. */
export const tokensQuery = (org: string) =>
  infiniteQueryOptions({
    queryKey: ['tokens', org],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      readBody(
        settings.GET('/settings/v1/organisations/{org}/api-tokens', {
          params: { path: { org }, query: { limit: 200, ...(cursor && { cursor }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
