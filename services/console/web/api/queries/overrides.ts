import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readBody, settings, readDryRun } from '../client.ts';
import type { OfServing } from './project.ts';
import type { components } from '../generated/schema.d.ts';

const env = '/settings/v1/organisations/{org}/projects/{project}/environments/{env}/overrides';
const path =
  '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides';

export type Pin = components['schemas']['Override'];

/** Changes by `user.id`: a variation, with or without a note, or null to remove the override. */
export type OverrideChanges = Readonly<
  Record<string, null | { readonly variation: string; readonly note?: string }>
>;

/** Returns the query of a feature's overrides in an environment, by a prefix of `user.id`. */
export const pinsQuery = (target: OfServing, text: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['pins', target.org, target.project, target.feature, target.env, text ?? ''],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
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

/** Returns the query of a user's overrides in an environment. */
export const userPinsQuery = (
  { org, project, env: slug }: { org: string; project: string; env: string },
  user: string,
) =>
  queryOptions({
    queryKey: ['pins', org, project, 'of-user', slug, user],
    queryFn: ({ signal }) =>
      readBody(
        settings.GET(env, {
          params: { path: { org, project, env: slug }, query: { user_id: user, limit: 200 } },
          signal,
        }),
      ),
  });

/** Returns the query of an override dry run: its changes, the current overrides of these users, and their version. */
export const triedPinsQuery = (target: OfServing, pins: OverrideChanges) =>
  queryOptions({
    queryKey: ['pins', target.org, target.project, target.feature, target.env, 'tried', pins],
    async queryFn({ signal }) {
      const { body, etag } = await readDryRun(
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
