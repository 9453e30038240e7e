import type { RequestListener } from 'node:http';
import {
  createHealthRoutes,
  createRequestObserver,
  createWebApp,
  type DatabaseCheck,
  type Readiness,
} from '@bunting/service';
import { type Registry } from '@bunting/observability';
import type { Tracing } from '@bunting/observability';
import type { ServiceDependencies } from './dependencies.ts';
import { createDocumentationRoutes } from './openapi/documentation-routes.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import type { Route } from './route.ts';
import { accountRoutes } from './routes/account.ts';
import { signUpRoutes } from './routes/accounts.ts';
import { codeReferenceRoutes } from './routes/code-references.ts';
import { copyEnvironmentRoutes } from './routes/copy-environment.ts';
import { defaultsRoutes } from './routes/defaults.ts';
import { apiTokenRoutes } from './routes/api-tokens.ts';
import { auditLogRoutes } from './routes/audit-log.ts';
import { environmentKeyRoutes } from './routes/environment-keys.ts';
import { environmentRoutes } from './routes/environments.ts';
import { eventRoutes } from './routes/events.ts';
import { environmentUsageRoutes } from './routes/environment-usage.ts';
import { explainRoutes } from './routes/explain.ts';
import { exportRoutes } from './routes/export.ts';
import { featureRoutes } from './routes/features.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { memberRoutes } from './routes/members.ts';
import { importRoutes } from './routes/import.ts';
import { organisationRoutes } from './routes/organisations.ts';
import { overridesRoutes } from './routes/overrides.ts';
import { passwordResetRoutes } from './routes/password-resets.ts';
import { projectRoutes } from './routes/projects.ts';
import { repositoryRoutes } from './routes/repositories.ts';
import { segmentRoutes } from './routes/segments.ts';
import { servedRoutes } from './routes/served.ts';
import { oidcRoutes } from './routes/session-oidc.ts';
import { sessionRoutes } from './routes/session.ts';
import { targetingRoutes } from './routes/targeting.ts';
import { staffOrganisationRoutes } from './routes/staff-organisations.ts';
import { staffUserRoutes } from './routes/staff-users.ts';
import { usageRoutes } from './routes/usage.ts';
import { variableRoutes } from './routes/variables.ts';
import { variationRoutes } from './routes/variations.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookEndpointRoutes } from './routes/webhook-endpoints.ts';
import { webhookTestRoutes } from './routes/webhook-test.ts';
import { sendError } from './send-error.ts';
import { serveRoutes } from './serve-routes.ts';

export const prefix = '/settings/v1';

/** The route table: every route of the settings interface, noun by noun. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...oidcRoutes,
  ...signUpRoutes,
  ...accountRoutes,
  ...invitationRoutes,
  ...passwordResetRoutes,
  ...organisationRoutes,
  ...usageRoutes,
  ...memberRoutes,
  ...apiTokenRoutes,
  ...auditLogRoutes,
  ...webhookEndpointRoutes,
  ...webhookTestRoutes,
  ...webhookDeliveryRoutes,
  ...projectRoutes,
  ...repositoryRoutes,
  ...environmentRoutes,
  ...environmentKeyRoutes,
  ...eventRoutes,
  ...segmentRoutes,
  ...featureRoutes,
  ...codeReferenceRoutes,
  ...variableRoutes,
  ...variationRoutes,
  ...staffOrganisationRoutes,
  ...staffUserRoutes,
  ...servedRoutes,
  ...targetingRoutes,
  ...defaultsRoutes,
  ...overridesRoutes,
  ...copyEnvironmentRoutes,
  ...environmentUsageRoutes,
  ...explainRoutes,
  ...exportRoutes,
  ...importRoutes,
];

export interface AppOptions extends ServiceDependencies {
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly checkDatabase: DatabaseCheck;
  /** Absent = off. */
  readonly tracing?: Tracing | undefined;
  readonly maxBodyBytes: number;
}

export function createApp(options: AppOptions): RequestListener {
  const { log, registry, maxBodyBytes, tracing } = options;
  return createWebApp({
    log,
    observer: createRequestObserver({ registry, log, onRequest: tracing?.onRequest }),
    addRoutes(app) {
      app.use(createHealthRoutes(options));
      app.use(prefix, createDocumentationRoutes(openApiDocument(prefix, routes), options.publicUrl));
      serveRoutes(app, prefix, routes, options, maxBodyBytes);
      app.use(sendError);
    },
  });
}
