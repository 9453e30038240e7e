/** Queries that several screens share. Their keys begin with the resource, so that changes can invalidate them. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { anonymous, readBody, settings, readVersioned } from '../client.ts';
import { readWholeList } from '../whole-list.ts';
import { ApiError } from '../api-error.ts';
import type { Serving } from '../types.ts';

export interface InProject {
  readonly org: string;
  readonly project: string;
}
export interface OfFeature extends InProject {
  readonly feature: string;
}
export interface OfServing extends OfFeature {
  readonly env: string;
}

/** The session. A 401 is an error here, on which the router shows the sign-in page. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn() {
    // Browsers log every 401, so a visitor without a session does not request one.
    const { signed_in: isSignedIn } = await readBody(anonymous.GET('/settings/v1/session/options'));
    if (!isSignedIn) throw new ApiError('Not signed in.', { status: 401 });
    return readBody(anonymous.GET('/settings/v1/session'));
  },
  staleTime: 60_000,
  retry: false,
});

export const sessionOptionsQuery = queryOptions({
  queryKey: ['session-options'],
  queryFn: () => readBody(anonymous.GET('/settings/v1/session/options')),
  staleTime: Infinity,
});

export const projectsQuery = (org: string) =>
  queryOptions({
    queryKey: ['projects', org],
    queryFn: () =>
      readWholeList((query) =>
        readBody(
          settings.GET('/settings/v1/organisations/{org}/projects', { params: { path: { org }, query } }),
        ),
      ),
  });

/** The organisations of the user with their projects, in one request for the switcher. */
export const organisationsQuery = queryOptions({
  queryKey: ['organisations'],
  queryFn: () =>
    readWholeList((query) => readBody(settings.GET('/settings/v1/organisations', { params: { query } }))),
  select: ({ items }) => items,
  staleTime: 60_000,
});

export const organisationQuery = (org: string) =>
  queryOptions({
    queryKey: ['organisation', org],
    queryFn: () =>
      readVersioned(settings.GET('/settings/v1/organisations/{org}', { params: { path: { org } } })),
  });

/** Returns the query of a search in an organisation. */
export const searchQuery = (org: string, text: string) =>
  queryOptions({
    queryKey: ['search', org, text],
    queryFn: ({ signal }) =>
      readBody(
        settings.GET('/settings/v1/organisations/{org}/search', {
          params: { path: { org }, query: { text, limit: 12 } },
          signal,
        }),
      ),
    select: ({ items }) => items,
  });

export const environmentsQuery = ({ org, project }: InProject) =>
  queryOptions({
    queryKey: ['environments', org, project],
    queryFn: () =>
      readWholeList((query) =>
        readBody(
          settings.GET('/settings/v1/organisations/{org}/projects/{project}/environments', {
            params: { path: { org, project }, query },
          }),
        ),
      ),
    select: ({ items }) => items,
  });

export const segmentsQuery = ({ org, project }: InProject) =>
  queryOptions({
    queryKey: ['segments', org, project],
    queryFn: () =>
      readWholeList((query) =>
        readBody(
          settings.GET('/settings/v1/organisations/{org}/projects/{project}/segments', {
            params: { path: { org, project }, query },
          }),
        ),
      ),
    select: ({ items }) => items,
  });

export const featureQuery = ({ org, project, feature }: OfFeature) =>
  queryOptions({
    queryKey: ['feature', org, project, feature],
    queryFn: () =>
      readVersioned(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}/features/{feature}', {
          params: { path: { org, project, feature } },
        }),
      ),
  });

/** Returns the query of a feature's uses: which environments use which variations. */
export const usesQuery = ({ org, project, feature }: OfFeature) =>
  queryOptions({
    queryKey: ['feature-uses', org, project, feature],
    queryFn: () =>
      readWholeList((query) =>
        readBody(
          settings.GET('/settings/v1/organisations/{org}/projects/{project}/features/{feature}/uses', {
            params: { path: { org, project, feature }, query },
          }),
        ),
      ),
    select: ({ items }) => items,
  });

export const servingQuery = ({ org, project, feature, env }: OfServing) =>
  queryOptions({
    queryKey: ['serving', org, project, feature, env],
    queryFn: () =>
      readVersioned(
        settings.GET(
          '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}',
          {
            params: { path: { org, project, feature, env } },
          },
        ),
      ),
  });

/** Stores the answer to a change of what is served. It does not say who depends on the feature, which such a change does not alter. */
export function storeServing(
  client: QueryClient,
  target: OfServing,
  { body, etag }: { readonly body: Serving; readonly etag: string },
): void {
  client.setQueryData(servingQuery(target).queryKey, (known) => ({
    body: { ...body, required_by: known?.body.required_by ?? [] },
    etag,
  }));
}

/** The filters in the address. The server reports invalid ones. */
export interface FeatureFilter {
  readonly text?: string | undefined;
  /** Several, separated by commas. */
  readonly status?: string | undefined;
  readonly env?: string | undefined;
  readonly state?: 'none' | 'off' | 'on' | undefined;
  readonly tag?: string | undefined;
  readonly owner?: string | undefined;
  readonly referenced?: boolean | undefined;
  readonly sort?: 'slug' | 'name' | 'updated_at' | 'last_evaluated_at' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/**
 * Returns the query of features with their targeting in each environment. The first page has the total count and, without a limit, fewer
 * items than the others.
 */
export const featuresQuery = ({ org, project }: InProject, filter: FeatureFilter, limit?: number) =>
  infiniteQueryOptions({
    queryKey: ['features', org, project, { ...filter, limit }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}/features', {
          params: {
            path: { org, project },
            query: {
              limit: limit ?? (cursor === undefined ? 100 : 200),
              ...given(filter),
              ...(cursor === undefined ? { count: true } : { cursor }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** Removes undefined values and empty texts, which the API refuses. */
function given<Filter extends object>(
  filter: Filter,
): { [Name in keyof Filter]?: NonNullable<Filter[Name]> } {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  ) as never;
}

/** Returns the query of members and open invitations by address. */
export const membersQuery = (org: string) =>
  infiniteQueryOptions({
    queryKey: ['members', org],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      readBody(
        settings.GET('/settings/v1/organisations/{org}/members', {
          params: { path: { org }, query: { limit: 200, ...(cursor && { cursor }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
