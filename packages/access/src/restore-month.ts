import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import { registryKey, type MonthLedger } from './month-ledger.ts';
import type { RedisLink } from './redis-link.ts';
import { runScript } from './redis-script.ts';
import { admitScript, completeScript, countScript, type AdmitReply } from './scripts.ts';

const usersPerScript = 250;
const usersPerPage = 5_000;
const pollMs = 25;
const retryMs = 250;

/**
 * Brings a month in Redis up to date: counts the users that this process admitted alone, and, when Redis has lost the
 * month (or never had it), rebuilds it from PostgreSQL. One process at a time rebuilds, under a lease; the others wait.
 * The returned function resolves when the month is complete and nothing is unsettled, or when Redis is away again; it
 * never rejects. `leaseName` is this process's own.
 */
export function createMonthRestorer(options: {
  link: RedisLink;
  pool: Database;
  log: Log;
  leaseName: string;
  /** Takes hashes out of the ledger's unsettled ones. */
  onSettled: (ledger: MonthLedger, hashes: readonly string[]) => void;
}): (ledger: MonthLedger) => Promise<void> {
  const { link, pool, log, leaseName, onSettled } = options;

  async function count(ledger: MonthLedger, hashes: readonly string[], lease: string): Promise<boolean> {
    const mayBeNew = lease === '' ? '1' : '0';
    const args = [String(ledger.month.keysExpireAt), lease, mayBeNew, ...hashes];
    return (await runScript(link, countScript, [ledger.key], args)) === 1;
  }

  async function settle(ledger: MonthLedger): Promise<void> {
    for (const hashes of chunks([...ledger.unsettled])) {
      await count(ledger, hashes, '');
      onSettled(ledger, hashes);
    }
  }

  /** Who is cached as counted but was not in PostgreSQL yet would otherwise be lost, and block or exceed the cap. */
  async function recount(ledger: MonthLedger): Promise<void> {
    for (const hashes of chunks([...ledger.counted.hashes()])) await count(ledger, hashes, '');
  }

  async function ask(ledger: MonthLedger): Promise<{ epoch: string; isLeaseMine: boolean }> {
    const args = ['0', '0', '-1', String(ledger.month.keysExpireAt), leaseName];
    const reply = (await runScript(link, admitScript, [ledger.key, ledger.key], args)) as AdmitReply;
    return { epoch: reply[2], isLeaseMine: reply[3] === 1 };
  }

  /** False when the lease was lost, for instance because Redis was emptied once more. */
  async function rebuild(ledger: MonthLedger): Promise<boolean> {
    await link.send((redis) => redis.sadd(registryKey(ledger.month), ledger.organisationId));
    await link.send((redis) => redis.expireat(registryKey(ledger.month), ledger.month.keysExpireAt));
    let last: string | undefined;
    do {
      const page: string[] = await readPage(ledger, last);
      for (const hashes of chunks(page)) if (!(await count(ledger, hashes, leaseName))) return false;
      last = page.length < usersPerPage ? undefined : page.at(-1);
    } while (last !== undefined);
    const args = [String(ledger.month.keysExpireAt), leaseName];
    return (await runScript(link, completeScript, [ledger.key], args)) === 1;
  }

  async function readPage(ledger: MonthLedger, after: string | undefined): Promise<string[]> {
    const { rows } = await pool.query(
      `SELECT user_hash::text FROM monthly_active_user
       WHERE organisation_id = $1 AND month = $2 AND ($3::bigint IS NULL OR user_hash > $3)
       ORDER BY monthly_active_user.user_hash LIMIT ${usersPerPage}`,
      [ledger.organisationId, ledger.month.firstDay, after ?? null],
    );
    return (rows as { user_hash: string }[]).map((row) => row.user_hash);
  }

  return async function restore(ledger) {
    let isCacheDoubtful = ledger.epoch !== undefined;
    while (link.isUsable()) {
      try {
        await settle(ledger);
        if (isCacheDoubtful) await recount(ledger);
        isCacheDoubtful = false;
        const { epoch, isLeaseMine } = await ask(ledger);
        if (epoch !== '') {
          ledger.epoch = epoch;
          if (ledger.unsettled.size === 0) return;
        } else if (isLeaseMine) {
          isCacheDoubtful = !(await rebuild(ledger));
        } else {
          await sleep(pollMs, undefined, { ref: false });
        }
      } catch (error) {
        if (!link.isUsable()) return;
        log.warn(
          { error, organisationId: ledger.organisationId },
          'The monthly active users cannot be restored yet',
        );
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  };
}

function* chunks(hashes: readonly string[]): Iterable<readonly string[]> {
  for (let i = 0; i < hashes.length; i += usersPerScript) yield hashes.slice(i, i + usersPerScript);
}
