/** Pages of a project, except those of one feature. */
import { createRoute } from '@tanstack/react-router';
import { featuresQuery } from '../../api/queries/project.ts';
import { toFilter } from '../../screens/features/model.ts';
import { listSearch } from '../../screens/features/list-search.ts';
import { requestSearch } from '../../screens/change-requests/list-search.ts';
import { lazyRouteComponent } from '../lazy-route-component.ts';
import { oneOf, readSearch, word, words } from '../../page/search.ts';
import { projectRoute } from './parents.tsx';

const featuresRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/features',
  validateSearch: (given) => readSearch(given, listSearch),
  beforeLoad({ context: { client }, params, search }) {
    // Asked for while the page's code is loaded. The page says if it fails.
    if (search.view === undefined)
      client.ensureInfiniteQueryData(featuresQuery(params, toFilter(search))).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('../../screens/features/features-page.tsx'), 'FeaturesPage'),
});

const firstRunRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/start',
  validateSearch: (given) =>
    readSearch(given, { language: oneOf('curl', 'node', 'python', 'go', 'browser') }),
  component: lazyRouteComponent(() => import('../../screens/first-run/first-run-page.tsx'), 'FirstRunPage'),
});

const segmentsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/segments',
  validateSearch: (given) => readSearch(given, { text: word }),
  component: lazyRouteComponent(() => import('../../screens/segments/segments-page.tsx'), 'SegmentsPage'),
});

const segmentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/segments/$segment',
  component: lazyRouteComponent(() => import('../../screens/segments/segment-page.tsx'), 'SegmentPage'),
});

const changeRequestsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/change-requests',
  validateSearch: (given) => readSearch(given, requestSearch),
  component: lazyRouteComponent(
    () => import('../../screens/change-requests/change-requests-page.tsx'),
    'ChangeRequestsPage',
  ),
});

const changeRequestRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/change-requests/$number',
  component: lazyRouteComponent(
    () => import('../../screens/change-requests/change-request-page.tsx'),
    'ChangeRequestPage',
  ),
});

const explainRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/explain',
  validateSearch: (given) => readSearch(given, { env: word, variable: word, at: word }),
  component: lazyRouteComponent(() => import('../../screens/explain/explain-page.tsx'), 'ExplainPage'),
});

const codeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/code',
  validateSearch: (given) => readSearch(given, { text: word }),
  component: lazyRouteComponent(() => import('../../screens/code-references/code-page.tsx'), 'CodePage'),
});

const eventsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/events',
  validateSearch: (given) =>
    readSearch(given, {
      ...words('env', 'variable', 'event', 'from', 'to'),
      bucket: oneOf('hour'),
      view: oneOf('table'),
    }),
  component: lazyRouteComponent(() => import('../../screens/events/events-page.tsx'), 'EventsPage'),
});

const environmentsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/environments',
  validateSearch: (given) => readSearch(given, { tab: oneOf('transfer') }),
  component: lazyRouteComponent(
    () => import('../../screens/environments/environments-page.tsx'),
    'EnvironmentsPage',
  ),
});

const environmentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/environments/$env',
  validateSearch: (given) => readSearch(given, { tab: oneOf('keys') }),
  component: lazyRouteComponent(
    () => import('../../screens/environments/environment-page.tsx'),
    'EnvironmentPage',
  ),
});

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../../screens/project/project-page.tsx'), 'ProjectPage'),
});

export const projectRoutes = [
  featuresRoute,
  firstRunRoute,
  segmentsRoute,
  segmentRoute,
  changeRequestsRoute,
  changeRequestRoute,
  explainRoute,
  codeRoute,
  eventsRoute,
  environmentsRoute,
  environmentRoute,
  settingsRoute,
] as const;
