import { infiniteQueryOptions } from '@tanstack/react-query';
import { bodyOf, settings } from '../api/client.ts';

/** Members and open invitations by address. */
export const membersQuery = (org: string) =>
  infiniteQueryOptions({
    queryKey: ['members', org],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        settings.GET('/settings/v1/organisations/{org}/members', {
          params: { path: { org }, query: { limit: 200, ...(cursor && { cursor }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
