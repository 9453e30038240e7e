import type { AccountDependencies } from './accounts/dependencies.ts';
import type { AdviceDependencies } from './advice/dependencies.ts';
import type { ChangeRequestDependencies } from './change-requests/dependencies.ts';
import type { ChangeStreamDependencies } from './change-streams/dependencies.ts';
import type { EnvironmentDependencies } from './environments/dependencies.ts';
import type { FrameworkDependencies } from './framework/dependencies.ts';
import type { ImportDependencies } from './imports/dependencies.ts';
import type { OidcDependencies } from './openid-connect/dependencies.ts';
import type { OrganisationDependencies } from './organisations/dependencies.ts';
import type { RestoreDependencies } from './serving/dependencies.ts';
import type { SignInDependencies } from './sign-in/dependencies.ts';
import type { UsageDependencies } from './usage/dependencies.ts';
import type { WebhookEndpointDependencies } from './webhook-endpoints/dependencies.ts';

/** The dependencies of the service: of the framework, and of each noun that declares its own. Only app.ts and what opens them know all. */
export type ServiceDependencies = FrameworkDependencies &
  AccountDependencies &
  AdviceDependencies &
  ChangeRequestDependencies &
  ChangeStreamDependencies &
  EnvironmentDependencies &
  ImportDependencies &
  OidcDependencies &
  OrganisationDependencies &
  RestoreDependencies &
  SignInDependencies &
  UsageDependencies &
  WebhookEndpointDependencies;
