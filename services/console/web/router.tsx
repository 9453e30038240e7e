/** Every route on one page: path, search parameters, what it loads, its component. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent as lazyComponent,
  redirect,
} from '@tanstack/react-router';
import { base } from './api/base.ts';
import { Problem } from './api/problem.ts';
import { environmentsQuery, projectsQuery, sessionQuery } from './api/queries.ts';
import { revertChange } from './api/reverts.ts';
import { Frame } from './shell/frame.tsx';
import { ChunkGone, RouteFailed } from './shell/route-failed.tsx';
import { NoProject, NothingHere } from './ui/nothing-here.tsx';
import { paths } from './ui/paths.ts';
import { prefer, preferences } from './ui/preferences.ts';
import { readSearch, word } from './ui/search.ts';
import { ToastProvider } from './ui/toast.tsx';

/** The router would load the page anew where a chunk is gone, whatever is unsaved: RouteFailed decides that. */
const lazyRouteComponent: typeof lazyComponent = (load, name) =>
  lazyComponent(
    () =>
      load().catch((error: unknown) => {
        throw new ChunkGone('A chunk is gone.', { cause: error });
      }),
    name,
  );

interface Context {
  readonly client: QueryClient;
}

const rootRoute = createRootRouteWithContext<Context>()({ notFoundComponent: NothingHere });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: (given) => readSearch(given, { return_to: word, problem: word }),
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** Everything that only people who are signed in see. */
const framedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'framed',
  async beforeLoad({ context: { client }, location }) {
    try {
      return { session: await client.ensureQueryData(sessionQuery) };
    } catch (error) {
      if (!(error instanceof Problem && error.status === 401)) throw error;
      throw redirect({ to: paths.signIn, search: { return_to: location.href }, replace: true });
    }
  },
  component: Frame,
});

const startRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/',
  async beforeLoad({ context: { client, session } }) {
    const { lastProject } = preferences();
    const known = session.organisations.map(({ slug }) => slug);
    const org = lastProject && known.includes(lastProject.org) ? lastProject.org : known[0];
    if (org === undefined) return;
    const { items } = await client.ensureQueryData(projectsQuery(org));
    const project = items.find(({ slug }) => slug === lastProject?.project) ?? items[0];
    if (project)
      throw redirect({ to: paths.features, params: { org, project: project.slug }, replace: true });
  },
  component: NoProject,
});

const organisationRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/o/$org',
  beforeLoad: ({ location }) => {
    if (/^\/o\/[^/]+\/?$/.test(location.pathname)) throw redirect({ to: '/', replace: true });
  },
});

const projectRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/p/$project',
  beforeLoad({ context: { client }, params }) {
    prefer({ lastProject: { org: params.org, project: params.project } });
    void client.prefetchQuery(environmentsQuery(params));
  },
});

const statuses = ['live', 'complete', 'archived'] as const;
const featuresRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/features',
  validateSearch: (given) =>
    readSearch(given, { text: word, status: (each) => statuses.find((one) => one === each) }),
  component: lazyRouteComponent(() => import('./features/features-page.tsx'), 'FeaturesPage'),
});

const featureRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/features/$feature',
  async beforeLoad({ context: { client }, params, location }) {
    if (!/^\/o\/[^/]+\/p\/[^/]+\/features\/[^/]+\/?$/.test(location.pathname)) return;
    const { items } = await client.ensureQueryData(environmentsQuery(params));
    const last = preferences().lastEnvironment;
    const env = (items.find(({ slug }) => slug === last) ?? items[0])?.slug;
    if (env !== undefined) throw redirect({ to: paths.serving, params: { ...params, env }, replace: true });
  },
  component: lazyRouteComponent(() => import('./feature/feature-page.tsx'), 'FeaturePage'),
});

const servingRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/env/$env',
  beforeLoad: ({ params }) => prefer({ lastEnvironment: params.env }),
  component: lazyRouteComponent(() => import('./feature/serving-frame.tsx'), 'ServingFrame'),
});

/** The tabs of a feature. Those that depend on the environment are children of `servingRoute`. */
const targetingRoute = createRoute({
  getParentRoute: () => servingRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./targeting/targeting-page.tsx'), 'TargetingPage'),
});

const overridesRoute = createRoute({
  getParentRoute: () => servingRoute,
  path: '/overrides',
  validateSearch: (given) => readSearch(given, { text: word, user: word }),
  component: lazyRouteComponent(() => import('./overrides/overrides-page.tsx'), 'OverridesPage'),
});

const segmentsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/segments',
  validateSearch: (given) => readSearch(given, { text: word }),
  component: lazyRouteComponent(() => import('./segments/segments-page.tsx'), 'SegmentsPage'),
});

const segmentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/segments/$segment',
  component: lazyRouteComponent(() => import('./segments/segment-page.tsx'), 'SegmentPage'),
});

const historyRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/history',
  validateSearch: (given) => readSearch(given, { actor: word, from: word, to: word, record: word }),
  component: lazyRouteComponent(() => import('./feature-history/history-page.tsx'), 'HistoryPage'),
});

const explainRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/explain',
  validateSearch: (given) => readSearch(given, { env: word, variable: word, at: word }),
  component: lazyRouteComponent(() => import('./explain/explain-page.tsx'), 'ExplainPage'),
});

const environmentsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/environments',
  component: lazyRouteComponent(() => import('./environments/environments-page.tsx'), 'EnvironmentsPage'),
});

const environmentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/environments/$env',
  component: lazyRouteComponent(() => import('./environments/environment-page.tsx'), 'EnvironmentPage'),
});

const auditLogRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/audit-log',
  validateSearch: (given) =>
    readSearch(given, {
      project: word,
      feature: word,
      actor: word,
      action: word,
      from: word,
      to: word,
      record: word,
      change: word,
    }),
  component: lazyRouteComponent(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  framedRoute.addChildren([
    startRoute,
    organisationRoute.addChildren([
      projectRoute.addChildren([
        featuresRoute,
        featureRoute.addChildren([servingRoute.addChildren([targetingRoute, overridesRoute]), historyRoute]),
        segmentsRoute,
        segmentRoute,
        explainRoute,
        environmentsRoute,
        environmentRoute,
      ]),
      auditLogRoute,
    ]),
  ]),
]);

export function createConsoleRouter(client: QueryClient) {
  async function revert(change: { org: string; id: string }) {
    await revertChange(change);
    await client.invalidateQueries();
  }
  return createRouter({
    routeTree,
    context: { client },
    // Inside the router, because toasts have links.
    InnerWrap: ({ children }) => <ToastProvider revert={revert}>{children}</ToastProvider>,
    basepath: base || '/',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Scripts write positions into a style element otherwise.
    scrollRestoration: false,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: NothingHere,
    defaultPendingMs: 200,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
