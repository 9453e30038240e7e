/** Every route on one page: path, search parameters, what it loads, its component. */
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { Problem } from './api/problem.ts';
import { featuresQuery, sessionQuery } from './api/queries.ts';
import { filterOf } from './features/model.ts';
import { listSearch } from './features/list-search.ts';
import { Frame } from './shell/frame.tsx';
import { lazyRouteComponent } from './shell/lazy-route-component.ts';
import { ProjectFrame } from './shell/project-frame.tsx';
import { enterEnvironment, enterFeature, enterProject, leadToProject } from './shell/redirects.ts';
import { NothingHere } from './ui/nothing-here.tsx';
import { paths } from './ui/paths.ts';
import { auditParameters, oneOf, readSearch, word, words } from './ui/search.ts';

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

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signUp,
  component: lazyRouteComponent(() => import('./sign-in/sign-up-page.tsx'), 'SignUpPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.invitation,
  component: lazyRouteComponent(() => import('./sign-in/invitation-page.tsx'), 'InvitationPage'),
});

const passwordResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.passwordReset,
  component: lazyRouteComponent(() => import('./sign-in/password-reset-page.tsx'), 'PasswordResetPage'),
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
  notFoundComponent: NothingHere,
});

const startRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/',
  beforeLoad: ({ context }) => leadToProject(context),
  component: lazyRouteComponent(() => import('./first-run/start-page.tsx'), 'StartPage'),
});

const organisationRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/o/$org',
});

const organisationPageRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./organisation/organisation-page.tsx'), 'OrganisationPage'),
});

const membersRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('./members/members-page.tsx'), 'MembersPage'),
});

const tokensRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./tokens/tokens-page.tsx'), 'TokensPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: paths.account,
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
});

const projectRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/p/$project',
  beforeLoad: ({ context, params, location, preload }) =>
    enterProject(context, params, location.pathname, preload),
  component: ProjectFrame,
});

const featuresRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/features',
  validateSearch: (given) => readSearch(given, listSearch),
  beforeLoad({ context: { client }, params, search }) {
    // Asked for while the page's code is loaded. The page says if it fails.
    if (search.view === undefined)
      client.ensureInfiniteQueryData(featuresQuery(params, filterOf(search))).catch(() => undefined);
  },
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
  beforeLoad: ({ context, params, location }) => enterFeature(context, params, location.pathname),
  component: lazyRouteComponent(() => import('./feature/feature-page.tsx'), 'FeaturePage'),
});

const servingRoute = createRoute({
  getParentRoute: () => featureRoute,
  path: '/env/$env',
  beforeLoad: ({ context, params, preload }) => enterEnvironment(context, params, preload),
  component: lazyRouteComponent(() => import('./feature/serving-frame.tsx'), 'ServingFrame'),
});

/** The tabs of a feature. Those that depend on the environment are children of `servingRoute`. */
const targetingRoute = createRoute({
  getParentRoute: () => servingRoute,
  path: '/',
  // The dialog that copies, from this environment.
  validateSearch: (given) => readSearch(given, { copy: word }),
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
  validateSearch: (given) => readSearch(given, words('environment', 'actor', 'from', 'to', 'record')),
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
      ...words('env', 'variable', 'event', 'from', 'to'),
      bucket: oneOf('hour'),
      view: oneOf('table'),
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
  validateSearch: (given) => readSearch(given, { tab: oneOf('transfer') }),
  component: lazyRouteComponent(() => import('./environments/environments-page.tsx'), 'EnvironmentsPage'),
});

const environmentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/environments/$env',
  validateSearch: (given) => readSearch(given, { tab: oneOf('keys') }),
  component: lazyRouteComponent(() => import('./environments/environment-page.tsx'), 'EnvironmentPage'),
});

const auditLogRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/audit-log',
  validateSearch: (given) => readSearch(given, words(...auditParameters)),
  component: lazyRouteComponent(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookGuideRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/webhooks/guide',
  component: lazyRouteComponent(() => import('./webhooks/guide-page.tsx'), 'GuidePage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/webhooks/$endpoint',
  validateSearch: (given) => readSearch(given, words('status', 'type', 'from', 'to', 'delivery')),
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
});

export const routeTree = rootRoute.addChildren([
  signInRoute,
  signUpRoute,
  invitationRoute,
  passwordResetRoute,
  framedRoute.addChildren([
    startRoute,
    accountRoute,
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
      organisationPageRoute,
      membersRoute,
      tokensRoute,
      webhooksRoute,
      webhookGuideRoute,
      webhookRoute,
      auditLogRoute,
    ]),
  ]),
]);
