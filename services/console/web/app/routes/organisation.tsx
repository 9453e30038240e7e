/** Pages of an organisation. */
import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../lazy-route-component.ts';
import { auditParameters, readSearch, words } from '../../page/search.ts';
import { organisationRoute } from './parents.tsx';

const organisationPageRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/',
  component: lazyRouteComponent(
    () => import('../../screens/organisation/organisation-page.tsx'),
    'OrganisationPage',
  ),
});

const membersRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('../../screens/members/members-page.tsx'), 'MembersPage'),
});

const tokensRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/tokens',
  component: lazyRouteComponent(() => import('../../screens/tokens/tokens-page.tsx'), 'TokensPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../../screens/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookGuideRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/webhooks/guide',
  component: lazyRouteComponent(() => import('../../screens/webhooks/guide-page.tsx'), 'GuidePage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/webhooks/$endpoint',
  validateSearch: (given) => readSearch(given, words('status', 'type', 'from', 'to', 'delivery')),
  component: lazyRouteComponent(() => import('../../screens/webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const auditLogRoute = createRoute({
  getParentRoute: () => organisationRoute,
  path: '/audit-log',
  validateSearch: (given) => readSearch(given, words(...auditParameters)),
  component: lazyRouteComponent(() => import('../../screens/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

export const organisationRoutes = [
  organisationPageRoute,
  membersRoute,
  tokensRoute,
  webhooksRoute,
  webhookGuideRoute,
  webhookRoute,
  auditLogRoute,
] as const;
