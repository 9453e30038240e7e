import { queryOptions } from '@tanstack/react-query';
import { bodyOf, settings } from '../api/client.ts';

export interface OfEnvironment {
  readonly org: string;
  readonly project: string;
  readonly env: string;
}

export const keysQuery = ({ org, project, env }: OfEnvironment) =>
  queryOptions({
    queryKey: ['keys', org, project, env],
    queryFn: () =>
      bodyOf(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys', {
          params: { path: { org, project, env }, query: { limit: 200 } },
        }),
      ),
    select: ({ items }) => items,
  });
