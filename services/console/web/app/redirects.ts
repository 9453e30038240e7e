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

/**
 * Redirects to the last or first project; does nothing if there is none. Resumes a setup that is not finished. A project without features is
 * not set up yet, also for a browser that did not begin its setup.
 */
export async function leadToProject({ client, session }: { client: QueryClient; session: Session }) {
  const { lastProject, setup } = preferences();
  const known = session.organisations.map(({ slug }) => slug);
  const org = lastProject && known.includes(lastProject.org) ? lastProject.org : known[0];
  if (org === undefined) return;
  const { items } = await client.ensureQueryData(projectsQuery(org));
  const project = items.find(({ slug }) => slug === lastProject?.project) ?? items[0];
  if (project === undefined) return;
  const own = setup?.org === org && setup.project === project.slug ? setup : undefined;
  const isUnfinished = own ? !own.isSkipped : project.feature_count === 0;
  const to = isUnfinished ? paths.firstRun : paths.features;
  throw redirect({ to, params: { org, project: project.slug }, replace: true });
}

/**
 * Runs before each screen of a project. Makes the project the last one, unless it does not exist or this is a preload. Redirects its address alone
 * to its features.
 */
export function enterProject(
  { client }: { client: QueryClient },
  { org, project }: InProject,
  pathname: string,
  isPreload: boolean,
) {
  // Every screen of a project needs the environments. Screens report the error.
  client.ensureQueryData({ ...environmentsQuery({ org, project }), revalidateIfStale: true }).then(
    () => (isPreload ? undefined : prefer({ lastProject: { org, project } })),
    () => undefined,
  );
  if (/^\/o\/[^/]+\/p\/[^/]+\/?$/.test(pathname))
    throw redirect({ to: paths.features, params: { org, project }, replace: true });
}

/**
 * Runs before each screen of a feature. Loads the feature together with the code of the page. Redirects its address alone to the last environment.
 * The page shows errors.
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

/** Loads the targeting, and stores the environment as the last one, unless this is a preload. */
export function enterEnvironment(
  { client }: { client: QueryClient },
  serving: OfServing,
  isPreload: boolean,
) {
  client.ensureQueryData(servingQuery(serving)).catch(() => undefined);
  if (!isPreload) prefer({ lastEnvironment: serving.env });
}
