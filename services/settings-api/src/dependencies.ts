import type { SealingKeys } from '@bunting/webhooks';
import type { Logger } from '@bunting/http';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { AttemptLimits } from './authentication/attempt-limits.ts';
import type { SignUpPolicy } from './authentication/sign-up-policy.ts';
import type { Sessions } from './sessions.ts';

/** What the routes work with. */
export interface Dependencies {
  readonly pool: Pool;
  readonly redis: Redis;
  readonly sessions: Sessions;
  readonly attempts: AttemptLimits;
  readonly signUp: SignUpPolicy;
  /** Where people reach the installation, such as `https://flags.acme.example`; absent = where the request went. */
  readonly publicUrl: string | undefined;
  /** Seal signing secrets. */
  readonly sealingKeys: SealingKeys;
  /** Absent = there are no staff routes. */
  readonly staffToken: string | undefined;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
