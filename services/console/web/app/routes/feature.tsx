/** The tabs of a feature. Those that depend on the environment are below `servingRoute`. */
import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../lazy-route-component.ts';
import { enterEnvironment, enterFeature } from '../redirects.ts';
import { readSearch, word, words } from '../../page/search.ts';
import { projectRoute } from './parents.tsx';

const featureRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/features/$feature',
  beforeLoad: ({ context, params, location }) => enterFeature(context, params, location.pathname),
  component: lazyRouteComponent(() => import('../../screens/feature/feature-page.tsx'), 'FeaturePage'),
});

const servingRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/env/$env',
  beforeLoad: ({ context, params, preload }) => enterEnvironment(context, params, preload),
  component: lazyRouteComponent(
    () => import('../../screens/feature/targeting/serving-frame.tsx'),
    'ServingFrame',
  ),
});

const targetingRoute = createRoute({
  getParentRoute: () => servingRoute,
  path: '/',
  // The dialog that copies, from this environment.
  validateSearch: (given) => readSearch(given, { copy: word }),
  component: lazyRouteComponent(
    () => import('../../screens/feature/targeting/targeting-page.tsx'),
    'TargetingPage',
  ),
});

const overridesRoute = createRoute({
  getParentRoute: () => servingRoute,
  path: '/overrides',
  validateSearch: (given) => readSearch(given, { text: word, user: word }),
  component: lazyRouteComponent(
    () => import('../../screens/feature/overrides/overrides-page.tsx'),
    'OverridesPage',
  ),
});

const valuesRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/values',
  component: lazyRouteComponent(() => import('../../screens/feature/values/values-page.tsx'), 'ValuesPage'),
});

const featureCodeRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/code',
  validateSearch: (given) => readSearch(given, { state: word, repository: word }),
  component: lazyRouteComponent(() => import('../../screens/code-references/code-tab.tsx'), 'CodeTab'),
});

const historyRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/history',
  validateSearch: (given) => readSearch(given, words('environment', 'actor', 'from', 'to', 'record')),
  component: lazyRouteComponent(
    () => import('../../screens/feature/history/history-page.tsx'),
    'HistoryPage',
  ),
});

const compareRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/compare',
  validateSearch: (given) => readSearch(given, { left: word, right: word }),
  component: lazyRouteComponent(
    () => import('../../screens/feature/compare/compare-page.tsx'),
    'ComparePage',
  ),
});

export const featureRoutes = featureRoute.addChildren([
  servingRoute.addChildren([targetingRoute, overridesRoute]),
  valuesRoute,
  featureCodeRoute,
  historyRoute,
  compareRoute,
]);
