import { queryOptions } from '@tanstack/react-query';
import { readBody, settings } from './client.ts';
import type { OfFeature } from './queries/project.ts';
import type { ServedSummary } from './types.ts';

/** Returns the query of a feature's targeting in every environment in short, with the last change. */
export const servedQuery = ({ org, project, feature }: OfFeature) =>
  queryOptions({
    queryKey: ['serving', org, project, feature, 'in short'],
    queryFn: () =>
      readBody(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}/served', {
          params: { path: { org, project }, query: { features: feature } },
        }),
      ),
    select: ({ items }) => (items[0]?.environments ?? {}) as Readonly<Record<string, ServedSummary>>,
  });
