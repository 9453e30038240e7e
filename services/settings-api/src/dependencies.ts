import type { SealingKeys } from '@bunting/webhooks';
import type { Logger } from '@bunting/http';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Sessions } from './sessions.ts';

/** What the routes work with. */
export interface Dependencies {
  readonly pool: Pool;
  readonly redis: Redis;
  readonly sessions: Sessions;
  /** Seal signing secrets. */
  readonly sealingKeys: SealingKeys;
  /** Absent = there are no staff routes. */
  readonly staffToken: string | undefined;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
