/** Routes that other routes stand below: what they load, and the frame around them. */
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.ts';
import { sessionQuery } from '../../api/queries/project.ts';
import { Frame } from '../frame.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { enterProject } from '../redirects.ts';
import { NothingAnywhere, NothingHere } from '../../page/nothing-here.tsx';
import { paths } from '../../page/paths.ts';

interface Context {
  readonly client: QueryClient;
}

export const rootRoute = createRootRouteWithContext<Context>()({ notFoundComponent: NothingAnywhere });

/** Everything that only people who are signed in see. */
export const framedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'framed',
  async beforeLoad({ context: { client }, location }) {
    try {
      return { session: await client.ensureQueryData(sessionQuery) };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      throw redirect({ to: paths.signIn, search: { return_to: location.href }, replace: true });
    }
  },
  component: Frame,
  notFoundComponent: NothingHere,
});

export const organisationRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/o/$org',
});

export const projectRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/p/$project',
  beforeLoad: ({ context, params, location, preload }) =>
    enterProject(context, params, location.pathname, preload),
  component: ProjectFrame,
});
