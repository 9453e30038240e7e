import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bodyOf, settings, dryRunOf } from '../client.ts';
import type { OfServing } from './project.ts';
import type { components } from '../generated/schema.d.ts';

const env = '/settings/v1/organisations/{org}/projects/{project}/environments/{env}/overrides';
const path =
  '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides';

export type Pin = components['schemas']['Override'];

/** By `user.id`: a variation, with or without a note, or null to remove the override. */
export type WantedPins = Readonly<
  Record<string, null | { readonly variation: string; readonly note?: string }>
>;

/** The overrides of a feature in an environment whose `user.id` begins with a text. */
export const pinsQuery = (target: OfServing, text: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['pins', target.org, target.project, target.feature, target.env, text ?? ''],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      bodyOf(
        settings.GET(path, {
          params: {
            path: { ...target },
            query: { limit: 100, ...(text && { text }), ...(cursor && { cursor }) },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Everything that is pinned for a user in an environment. */
export const userPinsQuery = (
  { org, project, env: slug }: { org: string; project: string; env: string },
  user: string,
) =>
  queryOptions({
    queryKey: ['pins', org, project, 'of-user', slug, user],
    queryFn: ({ signal }) =>
      bodyOf(
        settings.GET(env, {
          params: { path: { org, project, env: slug }, query: { user_id: user, limit: 200 } },
          signal,
        }),
      ),
  });

/** The lines that pinning would write, what these users are pinned to now, and the tag of that. Changes nothing. */
export const triedPinsQuery = (target: OfServing, pins: WantedPins) =>
  queryOptions({
    queryKey: ['pins', target.org, target.project, target.feature, target.env, 'tried', pins],
    async queryFn({ signal }) {
      const { body, etag } = await dryRunOf(
        settings.PUT(path, {
          params: { path: { ...target }, query: { dry_run: true } },
          body: pins,
          signal,
        }),
      );
      return { ...body, etag };
    },
    gcTime: 0,
  });
