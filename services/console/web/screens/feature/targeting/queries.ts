import { queryOptions } from '@tanstack/react-query';
import { readBody, settings } from '../../../api/client.ts';
import { readWholeList } from '../../../api/whole-list.ts';
import type { OfFeature, OfServing } from '../../../api/queries/project.ts';
import type { User } from '../../../api/types.ts';
import type { Document } from './model.ts';

/** Returns the query of the evaluations in the last seven days, by environment. */
export const answeredQuery = ({ org, project, feature }: OfFeature) =>
  queryOptions({
    queryKey: ['evaluations', org, project, feature],
    queryFn: () =>
      readWholeList((query) =>
        readBody(
          settings.GET('/settings/v1/organisations/{org}/projects/{project}/features/{feature}/evaluations', {
            params: { path: { org, project, feature }, query },
          }),
        ),
      ),
    staleTime: 60_000,
  });

/** Returns the query of what users get now and after saving. */
export const previewQuery = (target: OfServing, document: Document | undefined, users: readonly User[]) =>
  queryOptions({
    queryKey: ['preview', target.org, target.project, target.feature, target.env, document, users],
    queryFn: ({ signal }) =>
      readBody(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/environments/{env}/preview', {
          params: { path: { org: target.org, project: target.project, env: target.env } },
          body: {
            feature: target.feature,
            users: [...users],
            ...(document && { as_if: document }),
          },
          signal,
        }),
      ),
    retry: false,
    gcTime: 60_000,
  });
