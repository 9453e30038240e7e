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
import { NothingHere } from './ui/nothing-here.tsx';
import { paths } from './ui/paths.ts';
import { prefer, preferences } from './ui/preferences.ts';
import { oneOf, readSearch, word } from './ui/search.ts';
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
  component: lazyRouteComponent(() => import('./first-run/start-page.tsx'), 'StartPage'),
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

const featuresRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/features',
  validateSearch: (given) =>
    readSearch(given, {
      text: word,
      status: word,
      env: word,
      tag: word,
      owner: word,
      state: oneOf('none', 'off', 'on'),
      code: oneOf('none'),
      sort: oneOf('name', '-name', '-slug', 'updated', '-updated', 'evaluated', '-evaluated'),
      view: oneOf('advice'),
      verdict: oneOf('delete', 'archive', 'remove_code', 'finish', 'keep'),
    }),
  component: lazyRouteComponent(() => import('./features/features-page.tsx'), 'FeaturesPage'),
});

const firstRunRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/start',
  validateSearch: (given) =>
    readSearch(given, { language: oneOf('curl', 'node', 'python', 'go', 'browser') }),
  component: lazyRouteComponent(() => import('./first-run/first-run-page.tsx'), 'FirstRunPage'),
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

const valuesRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/values',
  component: lazyRouteComponent(() => import('./values/values-page.tsx'), 'ValuesPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/compare',
  validateSearch: (given) => readSearch(given, { left: word, right: word }),
  component: lazyRouteComponent(() => import('./compare/compare-page.tsx'), 'ComparePage'),
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

const featureCodeRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/code',
  validateSearch: (given) => readSearch(given, { state: word, repository: word }),
  component: lazyRouteComponent(() => import('./code-references/code-tab.tsx'), 'CodeTab'),
});

const codeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/code',
  validateSearch: (given) => readSearch(given, { text: word }),
  component: lazyRouteComponent(() => import('./code-references/code-page.tsx'), 'CodePage'),
});

const eventsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/events',
  validateSearch: (given) =>
    readSearch(given, {
      env: word,
      variable: word,
      event: word,
      from: word,
      to: word,
      bucket: (each) => (each === 'hour' ? each : undefined),
      view: (each) => (each === 'table' ? each : undefined),
    }),
  component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
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
      environment: word,
      source: word,
      text: word,
      record: word,
      change: word,
    }),
  component: lazyRouteComponent(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/webhooks/$endpoint',
  validateSearch: (given) =>
    readSearch(given, { status: word, type: word, from: word, to: word, delivery: word }),
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  framedRoute.addChildren([
    startRoute,
    organisationRoute.addChildren([
      projectRoute.addChildren([
        featuresRoute,
        firstRunRoute,
        featureRoute.addChildren([
          servingRoute.addChildren([targetingRoute, overridesRoute]),
          valuesRoute,
          featureCodeRoute,
          historyRoute,
          compareRoute,
        ]),
        segmentsRoute,
        segmentRoute,
        explainRoute,
        codeRoute,
        eventsRoute,
        environmentsRoute,
        environmentRoute,
      ]),
      webhooksRoute,
      webhookRoute,
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
