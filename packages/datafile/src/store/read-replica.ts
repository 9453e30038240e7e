import type pg from 'pg';
import { createCircuit } from '@bunting/async';
import {
  createPostgresFragments,
  ReplicaBehind,
  type PostgresFragments,
} from '../fragments/postgres-fragments.ts';
import type { FragmentPage } from '../fragments/stored-fragment.ts';
import type { FailureLog } from './failure-log.ts';

/** A streaming replica, which takes reads off PostgreSQL's primary as long as it knows what the primary knows. */
export interface ReadReplica {
  /** What `read` makes of what it knows; undefined when the primary is to be asked. Never rejects. */
  ask<Result>(
    read: (fragments: PostgresFragments) => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  /** What it knows, however old: for when the primary is away. */
  readonly atAnyAge: PostgresFragments;
}

/** answered: the primary was left alone; behind, away: it had to be asked. */
export type ReplicaOutcome = 'answered' | 'behind' | 'away';

/** Whoever waits for the replica waits for the primary afterwards. */
const timeoutMs = 300;
/** For how long nobody asks again after that. */
const openMs = 2_000;
/** With the longest interval of polls, what nobody announced is still served within ten seconds. */
const maxLagMs = 1_000;

export function createReadReplica(options: {
  pool: pg.Pool;
  now: () => number;
  trouble: FailureLog;
  onAsked: (outcome: ReplicaOutcome) => void;
}): ReadReplica {
  const { pool, now, trouble, onAsked } = options;
  const circuit = createCircuit({ name: 'The read replica', timeoutMs, openMs, now });
  const recent = createPostgresFragments({ pool, circuit, now, maxLagMs });
  return {
    atAnyAge: createPostgresFragments({ pool, circuit, now }),
    async ask(read) {
      try {
        const result = await read(recent);
        onAsked(result === undefined ? 'behind' : 'answered');
        trouble.worked('Asking the read replica');
        return result;
      } catch (error) {
        const isBehind = error instanceof ReplicaBehind;
        onAsked(isBehind ? 'behind' : 'away');
        if (!isBehind) trouble.failed('Asking the read replica', error);
        return undefined;
      }
    },
  };
}

/** The pages, as long as they are of that version or above and none is older than the one before: several replicas may share an address. */
export async function* neverBelow(
  version: number,
  pages: AsyncIterable<FragmentPage>,
): AsyncIterable<FragmentPage> {
  let lowest = version;
  for await (const page of pages) {
    if (page.version < lowest) throw new ReplicaBehind();
    lowest = page.version;
    yield page;
  }
}
