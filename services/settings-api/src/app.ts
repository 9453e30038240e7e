import type { RequestListener } from 'node:http';
import { createServiceApp, type ServiceAppOptions } from '@bunting/service';
import { accountRoutes } from './accounts/routes.ts';
import { adviceRoutes } from './advice/routes.ts';
import { apiTokenRoutes } from './api-tokens/routes.ts';
import { describeConcurrentChange, rememberETag } from './audit-log/concurrent-change.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import type { ProposalDependencies } from './change-requests/dependencies.ts';
import { changeRequestCommentRoutes } from './change-requests/comment-routes.ts';
import { changeRequestDecisionRoutes } from './change-requests/decision-routes.ts';
import { changeRequestListRoutes } from './change-requests/list-routes.ts';
import { changeRequestRoutes } from './change-requests/routes.ts';
import { changeRequestStateRoutes } from './change-requests/state-routes.ts';
import { changeStreamRoutes } from './change-streams/routes.ts';
import { codeReferenceRoutes } from './code-references/routes.ts';
import { commentRoutes } from './comments/routes.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { environmentKeyRoutes } from './environment-keys/routes.ts';
import { environmentRoutes } from './environments/routes.ts';
import { evaluationRoutes } from './evaluation-counts/routes.ts';
import { eventNameRoutes } from './events/name-routes.ts';
import { eventRoutes } from './events/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { bulkRoutes } from './features/bulk-routes.ts';
import { featureListRoutes } from './features/list-routes.ts';
import { featureRoutes } from './features/routes.ts';
import { featureUseRoutes } from './features/use-routes.ts';
import { variableRoutes } from './features/variable-routes.ts';
import { variationRoutes } from './features/variation-routes.ts';
import { wholeFeatureRoutes } from './features/whole-routes.ts';
import { createProposals } from './framework/proposals.ts';
import { sendError } from './framework/http/send-error.ts';
import type { AnyRoute, OwnRoute, Route } from './framework/route.ts';
import { serveRoutes } from './framework/serve-routes.ts';
import { importRoutes } from './imports/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { mergeRoutes } from './merges/routes.ts';
import { createDocumentationRoutes } from './openapi/documentation-routes.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { oidcRoutes } from './openid-connect/routes.ts';
import { organisationRoutes } from './organisations/routes.ts';
import { passwordResetRoutes } from './password-resets/routes.ts';
import { projectRoutes } from './projects/routes.ts';
import { repositoryRoutes } from './repositories/routes.ts';
import { revertRoutes } from './reverts/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { segmentRoutes } from './segments/routes.ts';
import { copyRoutes } from './serving/copy-routes.ts';
import { defaultRoutes } from './serving/default-routes.ts';
import { everyoneRoutes } from './serving/everyone-routes.ts';
import { explainRoutes } from './serving/explain-routes.ts';
import { manyOverrideRoutes } from './serving/many-override-routes.ts';
import { overrideRoutes } from './serving/override-routes.ts';
import { previewRoutes } from './serving/preview-routes.ts';
import { restoreRoutes } from './serving/restore-routes.ts';
import { servingRoutes } from './serving/routes.ts';
import { servingSummaryRoutes } from './serving/summary-routes.ts';
import { targetingRoutes } from './serving/targeting-routes.ts';
import { wholeServingRoutes } from './serving/whole-routes.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { staffOrganisationRoutes } from './staff/organisation-routes.ts';
import { staffUserRoutes } from './staff/user-routes.ts';
import { environmentUsageRoutes, usageRoutes } from './usage/routes.ts';
import { webhookDeliveryRoutes } from './webhook-deliveries/routes.ts';
import { webhookActivityRoutes } from './webhook-endpoints/activity-routes.ts';
import { eventKindRoutes } from './webhook-endpoints/event-kind-routes.ts';
import { webhookEndpointRoutes } from './webhook-endpoints/routes.ts';
import { testEventRoutes } from './webhook-endpoints/test-event-routes.ts';

export const prefix = '/settings/v1';

type RouteDependencies = ServiceDependencies & ProposalDependencies;

/** The route table: the routes of the management API, noun by noun. */
export const routes: readonly Route<RouteDependencies>[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...invitationRoutes,
  ...passwordResetRoutes,
  ...organisationRoutes,
  ...usageRoutes,
  ...memberRoutes,
  ...apiTokenRoutes,
  ...auditLogRoutes,
  ...searchRoutes,
  ...commentRoutes,
  ...revertRoutes,
  ...webhookEndpointRoutes,
  ...webhookActivityRoutes,
  ...eventKindRoutes,
  ...webhookDeliveryRoutes,
  ...projectRoutes,
  ...changeRequestListRoutes,
  ...changeRequestRoutes,
  ...changeRequestDecisionRoutes,
  ...changeRequestStateRoutes,
  ...changeRequestCommentRoutes,
  ...repositoryRoutes,
  ...environmentRoutes,
  ...environmentKeyRoutes,
  ...eventRoutes,
  ...eventNameRoutes,
  ...evaluationRoutes,
  ...segmentRoutes,
  ...featureRoutes,
  ...wholeFeatureRoutes,
  ...featureUseRoutes,
  ...codeReferenceRoutes,
  ...adviceRoutes,
  ...variableRoutes,
  ...variationRoutes,
  ...staffOrganisationRoutes,
  ...staffUserRoutes,
  ...servingRoutes,
  ...wholeServingRoutes,
  ...servingSummaryRoutes,
  ...featureListRoutes,
  ...bulkRoutes,
  ...targetingRoutes,
  ...everyoneRoutes,
  ...defaultRoutes,
  ...overrideRoutes,
  ...manyOverrideRoutes,
  ...mergeRoutes,
  ...copyRoutes,
  ...restoreRoutes,
  ...environmentUsageRoutes,
  ...explainRoutes,
  ...previewRoutes,
  ...exportRoutes,
];

/** The routes that are unlike all others: sign-in, streams, test events and imports. */
export const ownRoutes: readonly OwnRoute<ServiceDependencies>[] = [
  ...signInRoutes,
  ...oidcRoutes,
  ...changeStreamRoutes,
  ...testEventRoutes,
  ...importRoutes,
];

export const allRoutes: readonly AnyRoute<RouteDependencies>[] = [...routes, ...ownRoutes];

/** The routes that change requests may propose. They need nothing of change requests themselves. */
const proposableRoutes = [...routes, ...ownRoutes] as readonly AnyRoute<ServiceDependencies>[];

export type AppOptions = ServiceDependencies & ServiceAppOptions;

export function createApp(options: AppOptions): RequestListener {
  return createServiceApp({
    ...options,
    addRoutes(app) {
      app.use(
        prefix,
        createDocumentationRoutes(() => openApiDocument(prefix, allRoutes), options.publicUrl),
      );
      serveRoutes(app, {
        prefix,
        routes: allRoutes,
        dependencies: { ...options, checkProposals: createProposals(proposableRoutes, options) },
        maxBodyBytes: options.maxBodyBytes,
        concurrentChanges: { remember: rememberETag, describe: describeConcurrentChange },
      });
      app.use(sendError);
    },
  });
}
