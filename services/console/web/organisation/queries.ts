import { queryOptions } from '@tanstack/react-query';
import { bodyOf, settings } from '../api/client.ts';

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
