import { queryOptions } from '@tanstack/react-query';
import { readBody, settings, readVersioned } from '../client.ts';
import type { InProject } from './project.ts';

/** Returns the query of a project. It is not cached, because dialogs edit the current version. */
export const projectQuery = ({ org, project }: InProject) =>
  queryOptions({
    queryKey: ['project', org, project],
    queryFn: () =>
      readVersioned(
        settings.GET('/settings/v1/organisations/{org}/projects/{project}', {
          params: { path: { org, project } },
        }),
      ),
    gcTime: 0,
  });

/** Returns the query of the usage of this month and the months before. */
export const usageQuery = (org: string) =>
  queryOptions({
    queryKey: ['usage', org],
    async queryFn() {
      const path = { org };
      const [usage, history] = await Promise.all([
        readBody(settings.GET('/settings/v1/organisations/{org}/usage', { params: { path } })),
        readBody(
          settings.GET('/settings/v1/organisations/{org}/usage/history', {
            params: { path, query: { months: 12 } },
          }),
        ),
      ]);
      return { ...usage, months: history.items, days: history.days };
    },
    staleTime: 60_000,
  });
