import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import {
  environmentsQuery,
  featureQuery,
  projectsQuery,
  servingQuery,
  type InProject,
  type OfFeature,
  type OfServing,
} from '../api/queries/project.ts';
import type { Session } from '../api/types.ts';
import { paths } from '../page/paths.ts';
import { prefer, preferences } from '../design/preferences.ts';

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

/**
 * Before any screen of a project: makes it that of last time, unless it does not exist or a pointer only came near a link to it, and leads from
 * its address alone to its features.
 */
export function enterProject(
  { client }: { client: QueryClient },
  { org, project }: InProject,
  pathname: string,
  isPreload: boolean,
) {
  // Its screens need the environments, and say if these cannot be read.
  client.ensureQueryData({ ...environmentsQuery({ org, project }), revalidateIfStale: true }).then(
    () => (isPreload ? undefined : prefer({ lastProject: { org, project } })),
    () => undefined,
  );
  if (/^\/o\/[^/]+\/p\/[^/]+\/?$/.test(pathname))
    throw redirect({ to: paths.features, params: { org, project }, replace: true });
}

/**
 * Before any screen of a feature: asks for it while the code of the page is loaded, and leads from its address alone to its environment of last
 * time. The page says if it cannot be read.
 */
export async function enterFeature(
  { client }: { client: QueryClient },
  feature: OfFeature,
  pathname: string,
) {
  client.ensureQueryData(featureQuery(feature)).catch(() => undefined);
  if (!/^\/o\/[^/]+\/p\/[^/]+\/features\/[^/]+\/?$/.test(pathname)) return;
  const { items } = await client.ensureQueryData(environmentsQuery(feature));
  const last = preferences().lastEnvironment;
  const env = (items.find(({ slug }) => slug === last) ?? items[0])?.slug;
  if (env !== undefined) throw redirect({ to: paths.serving, params: { ...feature, env }, replace: true });
}

/** Before what an environment serves of a feature: asks for it, and makes the environment that of last time, unless a pointer only came near. */
export function enterEnvironment(
  { client }: { client: QueryClient },
  serving: OfServing,
  isPreload: boolean,
) {
  client.ensureQueryData(servingQuery(serving)).catch(() => undefined);
  if (!isPreload) prefer({ lastEnvironment: serving.env });
}
