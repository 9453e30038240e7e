import { queryOptions } from '@tanstack/react-query';
import { bodyOf, settings, versionedOf } from '../client.ts';
import type { InProject } from './project.ts';

/** Read anew for each who changes it. */
export const projectQuery = ({ org, project }: InProject) =>
  queryOptions({
    queryKey: ['project', org, project],
    queryFn: () =>
      versionedOf(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}', {
          params: { path: { org, project } },
        }),
      ),
    gcTime: 0,
  });

/** Of this month, up to now, with the months before. */
export const usageQuery = (org: string) =>
  queryOptions({
    queryKey: ['usage', org],
    async queryFn() {
      const path = { org };
      const [usage, history] = await Promise.all([
        bodyOf(settings.GET('/settings/v1/organisations/{org}/usage', { params: { path } })),
        bodyOf(
          settings.GET('/settings/v1/organisations/{org}/usage/history', {
            params: { path, query: { months: 12 } },
          }),
        ),
      ]);
      return { ...usage, months: history.items, days: history.days };
    },
    staleTime: 60_000,
  });
