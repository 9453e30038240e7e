import { infiniteQueryOptions } from '@tanstack/react-query';
import { bodyOf, settings } from '../api/client.ts';

/** One's own sessions, the oldest first. */
export const ownSessionsQuery = infiniteQueryOptions({
  queryKey: ['own-sessions'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    bodyOf(
      settings.GET('/settings/v1/account/sessions', {
        params: { query: { limit: 50, ...(cursor && { cursor }) } },
      }),
    ),
  getNextPageParam: (page) => page.next_cursor ?? undefined,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
});
