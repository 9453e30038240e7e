import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { environmentsQuery, projectsQuery, type OfFeature } from '../api/queries.ts';
import type { Session } from '../api/types.ts';
import { paths } from '../ui/paths.ts';
import { preferences } from '../ui/preferences.ts';

/** To the features of the project of last time, or of the first one. Does nothing where there is none. */
export async function leadToProject({ client, session }: { client: QueryClient; session: Session }) {
  const { lastProject } = preferences();
  const known = session.organisations.map(({ slug }) => slug);
  const org = lastProject && known.includes(lastProject.org) ? lastProject.org : known[0];
  if (org === undefined) return;
  const { items } = await client.ensureQueryData(projectsQuery(org));
  const project = items.find(({ slug }) => slug === lastProject?.project) ?? items[0];
  if (project) throw redirect({ to: paths.features, params: { org, project: project.slug }, replace: true });
}

/** From the address of a feature alone to its environment of last time. */
export async function leadToEnvironment(
  { client }: { client: QueryClient },
  feature: OfFeature,
  pathname: string,
) {
  if (!/^\/o\/[^/]+\/p\/[^/]+\/features\/[^/]+\/?$/.test(pathname)) return;
  const { items } = await client.ensureQueryData(environmentsQuery(feature));
  const last = preferences().lastEnvironment;
  const env = (items.find(({ slug }) => slug === last) ?? items[0])?.slug;
  if (env !== undefined) throw redirect({ to: paths.serving, params: { ...feature, env }, replace: true });
}
