import type { IncomingMessage } from 'node:http';
import type { RecordedChange } from '@bunting/changes';
import type { SharedSemaphore } from '@bunting/async';
import type { LastUses } from '@bunting/authentication';
import type { Logger } from '@bunting/observability';
import type { TrustedProxies } from '@bunting/service/client-address';
import type { Cluster, Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { SignedIn } from './access/caller.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { WriteSemaphores } from './write-semaphores.ts';
import type { AdmitBytes } from './written-bytes.ts';

/** The dependencies that every handler may name. A noun that needs more declares it in its own folder. */
export interface BaseDependencies {
  readonly pool: Pool;
  readonly redis: Redis | Cluster;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The dependencies of the framework itself: access, limits, links. */
export interface FrameworkDependencies extends BaseDependencies {
  readonly sessions: SessionFinder;
  /** When organisation tokens were last used. */
  readonly tokenUses: LastUses;
  /** When a session was last seen, and a member in the organisation. */
  readonly sessionUses: LastUses;
  readonly memberUses: LastUses;
  readonly attempts: AttemptLimits;
  /** Limits how many changes have a connection at a time. */
  readonly writeSemaphores: WriteSemaphores;
  /** The rate at which organisations write definitions. */
  readonly admitBytes: AdmitBytes;
  /** Runs requests that take much processor time. */
  readonly expensiveWork: SharedSemaphore;
  /** Called after each commit with what was recorded. */
  readonly onRecorded?: ((recorded: readonly RecordedChange[]) => void) | undefined;
  /** The address at which people reach the installation, such as `https://flags.acme.example`; absent = where the request went (not in production). */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: TrustedProxies;
  /** Absent = there are no staff routes. */
  readonly staffToken: string | undefined;
}

export interface SessionFinder {
  /** Finds the person whose session cookie the request has; undefined = nobody is signed in. */
  find(req: IncomingMessage): Promise<SignedIn | undefined>;
}
