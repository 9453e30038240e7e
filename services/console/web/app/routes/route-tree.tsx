/** Every route of the console: path, search parameters, what it loads, its component. */
import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../lazy-route-component.ts';
import { leadToProject } from '../redirects.ts';
import { paths } from '../../page/paths.ts';
import { framedRoute, organisationRoute, projectRoute, rootRoute } from './parents.tsx';
import { signInRoutes } from './sign-in.tsx';
import { projectRoutes } from './project.tsx';
import { featureRoutes } from './feature.tsx';
import { organisationRoutes } from './organisation.tsx';

const startRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/',
  beforeLoad: ({ context }) => leadToProject(context),
  component: lazyRouteComponent(() => import('../../screens/first-run/start-page.tsx'), 'StartPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: paths.account,
  component: lazyRouteComponent(() => import('../../screens/account/account-page.tsx'), 'AccountPage'),
});

export const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  framedRoute.addChildren([
    startRoute,
    accountRoute,
    organisationRoute.addChildren([
      projectRoute.addChildren([...projectRoutes, featureRoutes]),
      ...organisationRoutes,
    ]),
  ]),
]);
