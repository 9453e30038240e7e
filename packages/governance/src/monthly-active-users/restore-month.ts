import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@bunting/database';
import type { Log } from '@bunting/observability';
import { readStoredUsers } from './stored-users.ts';
import { registryKey, type MonthState } from './month-state.ts';
import type { RedisLink } from '@bunting/redis';
import { runScript } from '@bunting/redis';
import { admitScript, completeScript, countScript, verifyScript, type AdmitReply } from '../scripts.ts';
import type { UnsyncedMemory } from './unsynced-memory.ts';

const usersPerScript = 250;
const pollMs = 25;
const firstRetryMs = 100;
const lastRetryMs = 2_000;

/** None of these rejects; what cannot be done is tried again as long as Redis answers. */
export interface MonthRestorer {
  /** Counts the users that this process admitted alone. */
  settle(ledger: MonthState): Promise<void>;
  /**
   * Resolves when Redis has the whole month, or is away. A month that it has lost (or never had) is rebuilt from
   * PostgreSQL by one process at a time, under a lease; the others wait. `onObstacle`: it will take long.
   */
  restore(ledger: MonthState, onObstacle: () => void): Promise<void>;
  /** Counts again whom this process knows to be counted: some may not have reached PostgreSQL before Redis lost them. */
  recount(ledger: MonthState): Promise<void>;
  /**
   * Rebuilds the month if Redis was started anew since it was complete: one that came back with an older snapshot lacks
   * users that PostgreSQL has. Requests need not wait. `onAnswer`: Redis answers for this organisation.
   */
  verify(ledger: MonthState, onAnswer?: () => void): Promise<void>;
}

/** `leaseName` is this process's own. */
export function createMonthRestorer(options: {
  link: RedisLink;
  pool: Database;
  log: Log;
  leaseName: string;
  unsynced: UnsyncedMemory;
}): MonthRestorer {
  const { link, pool, log, leaseName, unsynced } = options;

  async function count(ledger: MonthState, hashes: readonly string[], lease: string): Promise<boolean> {
    const mayBeNew = lease === '' ? '1' : '0';
    const args = [String(ledger.month.keysExpireAt), lease, mayBeNew, ...hashes];
    return (await runScript(link, countScript, [ledger.key], args)) === 1;
  }

  async function countAll(ledger: MonthState, hashes: readonly string[]): Promise<void> {
    for (const some of chunks(hashes)) {
      await count(ledger, some, '');
      unsynced.remove(ledger, some);
    }
  }

  async function ask(ledger: MonthState): Promise<{ epoch: string; isLeaseMine: boolean }> {
    const args = ['0', '0', '-1', String(ledger.month.keysExpireAt), leaseName];
    const reply = (await runScript(link, admitScript, [ledger.key, ledger.key], args)) as AdmitReply;
    return { epoch: reply[2], isLeaseMine: reply[3] === 1 };
  }

  /** Lets every process find the users of the month that wait for PostgreSQL. */
  async function register({ organisationId, month }: MonthState): Promise<void> {
    await link.send((redis) => redis.sadd(registryKey(month), organisationId));
    await link.send((redis) => redis.expireat(registryKey(month), month.keysExpireAt));
  }

  /** False when the lease was lost, for instance because Redis was emptied once more. */
  async function rebuild(ledger: MonthState): Promise<boolean> {
    await register(ledger);
    for await (const page of readStoredUsers(pool, ledger)) {
      for (const hashes of chunks(page)) if (!(await count(ledger, hashes, leaseName))) return false;
    }
    const args = [String(ledger.month.keysExpireAt), leaseName];
    return (await runScript(link, completeScript, [ledger.key], args)) === 1;
  }

  /** Runs `step` until it says that it is done. */
  async function persist(
    ledger: MonthState,
    step: () => Promise<boolean>,
    onObstacle?: () => void,
  ): Promise<void> {
    let isDone = false;
    let retryMs = firstRetryMs;
    while (!isDone && link.isUsable()) {
      try {
        isDone = await step();
      } catch (error) {
        onObstacle?.();
        if (!link.isUsable()) return;
        if (retryMs === firstRetryMs) warn(ledger, error);
        await sleep(retryMs, undefined, { ref: false });
        retryMs = Math.min(2 * retryMs, lastRetryMs);
      }
    }
  }

  function warn({ organisationId, month }: MonthState, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason, organisationId, month: month.name }, 'Monthly active users cannot be restored yet');
  }

  const settling = new Set<MonthState>();

  return {
    async settle(ledger) {
      if (settling.has(ledger)) return;
      settling.add(ledger);
      await persist(ledger, async () => {
        // A Redis that came back empty knows nothing of a month, and one that has ended nobody rebuilds any more.
        await register(ledger);
        await countAll(ledger, [...ledger.unsynced]);
        return ledger.unsynced.size === 0;
      });
      settling.delete(ledger);
    },

    async restore(ledger, onObstacle) {
      let isCacheUnverified = ledger.epoch !== undefined;
      const step = async () => {
        if (isCacheUnverified) await countAll(ledger, [...ledger.counted.hashes()]);
        isCacheUnverified = false;
        const { epoch, isLeaseMine } = await ask(ledger);
        if (epoch !== '') ledger.epoch = epoch;
        else if (isLeaseMine) isCacheUnverified = !(await rebuild(ledger));
        else await sleep(pollMs, undefined, { ref: false });
        return epoch !== '';
      };
      await persist(ledger, step, onObstacle);
    },

    async recount(ledger) {
      await persist(ledger, async () => {
        await countAll(ledger, [...ledger.counted.hashes()]);
        return true;
      });
    },

    async verify(ledger, onAnswer) {
      await persist(ledger, async () => {
        const isMine = (await runScript(link, verifyScript, [ledger.key], [leaseName])) === 1;
        onAnswer?.();
        if (isMine) await rebuild(ledger);
        return true;
      });
    },
  };
}

function* chunks(hashes: readonly string[]): Iterable<readonly string[]> {
  for (let i = 0; i < hashes.length; i += usersPerScript) yield hashes.slice(i, i + usersPerScript);
}
