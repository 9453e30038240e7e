import type { SharedSemaphore } from '@bunting/async';
import type { LastUses, PasswordHashes } from '@bunting/authentication';
import type { Logger } from '@bunting/observability';
import type { Plan } from '@bunting/definitions/organisations';
import type { SealingKeys } from '@bunting/sealed-secrets';
import type { TargetOptions } from '@bunting/webhooks';
import type { DryRun } from '@bunting/changes';
import type { Cluster, Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { PasswordQueue } from './accounts/password-queue.ts';
import type { OrganisationPolicy, SignUpPolicy } from './accounts/policies.ts';
import type { SurveyReader } from './advice/survey.ts';
import type { ChangeFeed } from './change-streams/change-feed.ts';
import type { ConfirmAccess } from './framework/access/require-access.ts';
import type { AttemptLimits } from './framework/attempt-limits.ts';
import type { TrustedProxies } from '@bunting/service/client-address';
import type { AdmitBytes } from './framework/written-bytes.ts';
import type { WriteSemaphore, WriteSemaphores } from './framework/write-semaphores.ts';
import type { ImportReader } from './imports/import-reader.ts';
import type { ImportSemaphores } from './imports/import-semaphores.ts';
import type { OidcSignIn } from './openid-connect/oidc-sign-in.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { TestEventLimit } from './webhook-endpoints/test-event-limit.ts';

/** The dependencies of the routes. */
export interface Dependencies {
  readonly pool: Pool;
  /** Limits how many changes have a connection at a time. */
  readonly writeSemaphore: WriteSemaphore;
  readonly confirmAccess: ConfirmAccess;
  /** The rate at which organisations write definitions. */
  readonly admitBytes: AdmitBytes;
  /** Why the caller makes the change: `comment` of the query. */
  readonly comment: string | undefined;
  /** Receives the `change_id` of a change that the request made, for the header of its answer. */
  readonly onCommitted: (changeId: string) => void;
  /** Given where the request asks for a dry run: its changes are rolled back, and what they would have been is told here. */
  readonly onDryRun: ((found: DryRun) => void) | undefined;
  readonly redis: Redis | Cluster;
  /** The version of the service: `1.2.3`. */
  readonly version: string;
  /** Streams of what is changed. */
  readonly changeFeed: ChangeFeed;
  /** Reads an imported document in a thread of its own. */
  readonly readImport: ImportReader;
  readonly importSemaphores: ImportSemaphores;
  readonly sessions: Sessions;
  /** When organisation tokens were last used. */
  readonly tokenUses: LastUses;
  /** When a session was last seen, and a member in the organisation. */
  readonly sessionUses: LastUses;
  readonly memberUses: LastUses;
  /** Advice on all features of a project. */
  readonly surveys: SurveyReader;
  readonly attempts: AttemptLimits;
  /** Everything that hashes a password goes through it. */
  readonly passwords: PasswordQueue;
  readonly passwordHashes: PasswordHashes;
  readonly signUp: SignUpPolicy;
  /** The people who may create organisations, beside staff. */
  readonly createOrganisations: OrganisationPolicy;
  /** `DEFAULT_PLAN`: of new organisations. */
  readonly defaultPlan: Plan;
  /** Absent = there is no provider. */
  readonly oidcSignIn: OidcSignIn | undefined;
  /** The address at which people reach the installation, such as `https://flags.acme.example`; absent = where the request went (not in production). */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: TrustedProxies;
  /** They encrypt signing secrets. */
  readonly sealingKeys: SealingKeys;
  /** The keys that seal the secrets for signing users. */
  readonly userSigningKeys: SealingKeys;
  /** The rules for addresses of webhook endpoints when they are saved. */
  readonly webhookTargets: TargetOptions;
  readonly testEvents: TestEventLimit;
  /** Absent = there are no staff routes. */
  readonly staffToken: string | undefined;
  /** The lifetime of audit records; undefined = for ever. */
  readonly auditRetentionMs: number | undefined;
  /** Requests a minute that evaluators allow an organisation; Infinity = any number. */
  readonly ratePerMinute: number;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The dependencies of the service. Those of a request are made from them. */
export interface ServiceDependencies extends Omit<
  Dependencies,
  'writeSemaphore' | 'confirmAccess' | 'comment' | 'onCommitted' | 'onDryRun'
> {
  readonly writeSemaphores: WriteSemaphores;
  /** Runs what takes much processor time. */
  readonly expensiveWork: SharedSemaphore;
}
