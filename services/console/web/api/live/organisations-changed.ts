/** Invalidation after writes of this page, which the change stream does not report. */
import type { QueryClient } from '@tanstack/react-query';
import { organisationsQuery, projectsQuery, sessionQuery } from '../queries/project.ts';

/** Refreshes the projects of an organisation. */
export const projectsChanged = (client: QueryClient, org: string) =>
  Promise.all([
    // The start page redirects by this list even if nothing shows it.
    client.invalidateQueries({ queryKey: projectsQuery(org).queryKey, refetchType: 'all' }),
    client.invalidateQueries({ queryKey: organisationsQuery.queryKey }),
  ]);

/** Refreshes the organisations of the user. */
export const organisationsChanged = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: organisationsQuery.queryKey }),
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ]);
