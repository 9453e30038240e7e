import type pg from 'pg';
import { createCircuit } from '@bunting/async';
import {
  createPostgresFragments,
  StaleReplica,
  type PostgresFragments,
} from '../fragments/postgres-fragments.ts';
import type { FragmentPage } from '../fragments/fragment-pages.ts';
import type { FailureLog } from './failure-log.ts';

/** A streaming replica, which answers reads instead of the primary as long as it is up to date. */
export interface ReadReplica {
  /** Returns the result of `read`, or undefined if the primary must be asked instead. Never rejects. */
  ask<Result>(
    read: (fragments: PostgresFragments) => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  /** Reads without a limit of the lag, for when the primary is unavailable. */
  readonly atAnyAge: PostgresFragments;
}

/** `answered`: the primary was not asked; `behind`, `away`: it was. */
export type ReplicaOutcome = 'answered' | 'behind' | 'away';

/** Short, because a read that waits for the replica may have to wait for the primary afterwards. */
const timeoutMs = 300;
/** The time without requests to the replica after a time-out. */
const openMs = 2_000;
/** With the longest poll interval, a change whose announcement was lost is still served within ten seconds. */
const maxLagMs = 1_000;

export function createReadReplica(options: {
  pool: pg.Pool;
  now: () => number;
  failures: FailureLog;
  onAsked: (outcome: ReplicaOutcome) => void;
}): ReadReplica {
  const { pool, now, failures, onAsked } = options;
  const circuit = createCircuit({ name: 'The read replica', timeoutMs, openMs, now });
  const recent = createPostgresFragments({ pool, circuit, now, maxLagMs });
  return {
    atAnyAge: createPostgresFragments({ pool, circuit, now }),
    async ask(read) {
      try {
        const result = await read(recent);
        onAsked(result === undefined ? 'behind' : 'answered');
        failures.succeeded('Asking the read replica');
        return result;
      } catch (error) {
        const isBehind = error instanceof StaleReplica;
        onAsked(isBehind ? 'behind' : 'away');
        if (!isBehind) failures.failed('Asking the read replica', error);
        return undefined;
      }
    },
  };
}

/** Passes the pages on. Throws StaleReplica if one has a lower version than required or than the one before: several replicas may share an address. */
export async function* requireVersion(
  version: number,
  pages: AsyncIterable<FragmentPage>,
): AsyncIterable<FragmentPage> {
  let min = version;
  for await (const page of pages) {
    if (page.version < min) throw new StaleReplica();
    min = page.version;
    yield page;
  }
}
