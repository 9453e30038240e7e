import type { SealingKeys, TargetOptions } from '@bunting/webhooks';
import type { Logger } from '@bunting/http';
import type { Cluster, Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { AttemptLimits } from './authentication/attempt-limits.ts';
import type { OidcSignIn } from './authentication/oidc-sign-in.ts';
import type { SignUpPolicy } from './authentication/sign-up-policy.ts';
import type { Sessions } from './sessions.ts';
import type { InTurn, Turns } from './turns.ts';
import type { TestEventLimit } from './webhooks/test-event-limit.ts';

/** What the routes work with. */
export interface Dependencies {
  readonly pool: Pool;
  /** A change takes its connection in turn. */
  readonly inTurn: InTurn;
  readonly redis: Redis | Cluster;
  readonly sessions: Sessions;
  readonly attempts: AttemptLimits;
  readonly signUp: SignUpPolicy;
  /** Absent = there is no provider. */
  readonly oidcSignIn: OidcSignIn | undefined;
  /** Where people reach the installation, such as `https://flags.acme.example`; absent = where the request went. */
  readonly publicUrl: string | undefined;
  /** How many proxies of ours stand in front of the service. */
  readonly trustedProxies: number;
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
export interface ServiceDependencies extends Omit<Dependencies, 'inTurn'> {
  readonly turns: Turns;
}
