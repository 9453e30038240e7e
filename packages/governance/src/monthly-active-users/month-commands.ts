import { runScript, type ResilientRedis } from '@bunting/redis';
import { admitScript, completeScript, countScript, verifyScript, type AdmitReply } from '../scripts.ts';
import { registryKey, type MonthState } from './month-state.ts';

/** The commands to Redis for restoring a month. All of them reject when Redis is down. */
export interface MonthCommands {
  /** Counts users without regard to the cap; PostgreSQL may not have them. */
  count(month: MonthState, hashes: readonly string[]): Promise<void>;
  /** Counts users that PostgreSQL has. False: the lease is lost and nothing was done. */
  countStored(month: MonthState, hashes: readonly string[]): Promise<boolean>;
  /** Asks for the generation, '' = the month is not complete; then one process gets the lease to rebuild it. */
  askGeneration(month: MonthState): Promise<{ generation: string; isLeaseOurs: boolean }>;
  /** Ends a rebuild. False: the lease is lost. */
  complete(month: MonthState): Promise<boolean>;
  /**
   * Returns whether Redis was restarted since the month was complete and this process has the lease to rebuild it.
   */
  verify(month: MonthState): Promise<boolean>;
  /** Registers the month, so that every process finds its users that wait for PostgreSQL. */
  register(month: MonthState): Promise<void>;
}

/** @param leaseName this process's own */
export function createMonthCommands(redis: ResilientRedis, leaseName: string): MonthCommands {
  const keysExpireAt = (state: MonthState) => String(state.month.keysExpireAt);
  return {
    async count(state, hashes) {
      await runScript(redis, countScript, [state.key], [keysExpireAt(state), '', '1', ...hashes]);
    },
    async countStored(state, hashes) {
      const args = [keysExpireAt(state), leaseName, '0', ...hashes];
      return (await runScript(redis, countScript, [state.key], args)) === 1;
    },
    async askGeneration(state) {
      const args = ['0', '0', '-1', keysExpireAt(state), leaseName, '0'];
      const reply = (await runScript(redis, admitScript, [state.key, state.key], args)) as AdmitReply;
      return { generation: reply[2], isLeaseOurs: reply[3] === 1 };
    },
    async complete(state) {
      return (await runScript(redis, completeScript, [state.key], [keysExpireAt(state), leaseName])) === 1;
    },
    async verify(state) {
      return (await runScript(redis, verifyScript, [state.key], [leaseName])) === 1;
    },
    async register({ organisationId, month }) {
      await redis.send((connection) => connection.sadd(registryKey(month), organisationId));
      await redis.send((connection) => connection.expireat(registryKey(month), month.keysExpireAt));
    },
  };
}
