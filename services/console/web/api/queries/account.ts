import { infiniteQueryOptions } from '@tanstack/react-query';
import { readBody, settings } from '../client.ts';
import type { OwnSession } from '../types.ts';

const read = (cursor: string | undefined) =>
  readBody(
    settings.GET('/settings/v1/account/sessions', {
      params: { query: { limit: 50, ...(cursor && { cursor }) } },
    }),
  );

/** The user's own sessions, oldest first. */
export const ownSessionsQuery = infiniteQueryOptions({
  queryKey: ['own-sessions'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) => read(cursor),
  getNextPageParam: (page) => page.next_cursor ?? undefined,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
});

/** Reads all sessions except the current one. */
export async function readOtherSessions(): Promise<readonly OwnSession[]> {
  const all: OwnSession[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    all.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all.filter(({ is_current: isThis }) => !isThis);
}
