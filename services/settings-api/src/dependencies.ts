import type { LastUses } from '@bunting/authentication';
import type { SealingKeys, TargetOptions } from '@bunting/webhooks';
import type { Logger } from '@bunting/observability';
import type { Cluster, Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { ConfirmAccess } from './access.ts';
import type { AttemptLimits } from './authentication/attempt-limits.ts';
import type { OidcSignIn } from './authentication/oidc-sign-in.ts';
import type { PasswordQueue } from './authentication/password-queue.ts';
import type { OrganisationPolicy, SignUpPolicy } from './authentication/sign-up-policy.ts';
import type { TrustedProxies } from './authentication/trusted-proxies.ts';
import type { ImportReader } from './imports/import-reader.ts';
import type { ImportTurns } from './imports/import-turns.ts';
import type { Sessions } from './sessions.ts';
import type { InTurn, Turns } from './turns.ts';
import type { TestEventLimit } from './webhooks/test-event-limit.ts';

/** What the routes work with. */
export interface Dependencies {
  readonly pool: Pool;
  /** A change takes its connection in turn. */
  readonly inTurn: InTurn;
  /** A change looks with it whether the caller may still make it. */
  readonly confirmAccess: ConfirmAccess;
  readonly redis: Redis | Cluster;
  /** Reads what somebody imports, in a thread of its own. */
  readonly readImport: ImportReader;
  readonly importTurns: ImportTurns;
  readonly sessions: Sessions;
  /** When organisation tokens were last used. */
  readonly tokenUses: LastUses;
  readonly attempts: AttemptLimits;
  /** In front of everything that hashes a password. */
  readonly passwords: PasswordQueue;
  readonly signUp: SignUpPolicy;
  /** Who may make organisations, beside staff. */
  readonly createOrganisations: OrganisationPolicy;
  /** Absent = there is no provider. */
  readonly oidcSignIn: OidcSignIn | undefined;
  /** Where people reach the installation, such as `https://flags.acme.example`; absent = where the request went (not in production). */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: TrustedProxies;
  /** Seal signing secrets. */
  readonly sealingKeys: SealingKeys;
  /** What addresses of webhook endpoints are checked with when they are saved. */
  readonly webhookTargets: TargetOptions;
  readonly testEvents: TestEventLimit;
  /** Absent = there are no staff routes. */
  readonly staffToken: string | undefined;
  /** Requests a minute that evaluators grant an organisation; Infinity = any number. */
  readonly ratePerMinute: number;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The same before there is a request. */
export interface ServiceDependencies extends Omit<Dependencies, 'inTurn' | 'confirmAccess'> {
  readonly turns: Turns;
}
