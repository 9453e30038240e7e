/** After a write of this page, which the stream of changes does not announce to it: what the switcher and the palette show is asked for anew. */
import type { QueryClient } from '@tanstack/react-query';
import { organisationsQuery, projectsQuery, sessionQuery } from '../queries/project.ts';

/** An organisation has other projects, or another name for one. */
export const projectsChanged = (client: QueryClient, org: string) =>
  Promise.all([
    // The start page leads by this list, also where nothing shows it.
    client.invalidateQueries({ queryKey: projectsQuery(org).queryKey, refetchType: 'all' }),
    client.invalidateQueries({ queryKey: organisationsQuery.queryKey }),
  ]);

/** Somebody made, renamed or left an organisation. */
export const organisationsChanged = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: organisationsQuery.queryKey }),
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ]);
