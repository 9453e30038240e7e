import { makeChanges } from '@bunting/changes';
import type { ChangesMade, ChangeSource, ChangeTransaction } from '@bunting/changes';
import type { Dependencies } from '../dependencies.ts';

/** Who is said to have done it, and where it came from. A caller is one. */
export interface Author {
  readonly kind: ChangeSource;
  readonly email: string;
}

export const staff: Author = { kind: 'staff', email: 'staff' };

/** What a change needs of the dependencies. */
export type Writing = Pick<Dependencies, 'pool' | 'redis' | 'log' | 'inTurn' | 'confirmAccess'>;

export interface ChangeOptions {
  readonly dryRun?: boolean;
  /**
   * That `work` calls `confirmAccess` itself, under the organisation's lock: for what may change the right of the very person who
   * does it, such as leaving.
   */
  readonly confirmsItself?: boolean;
}

/**
 * One change through the one door, in the author's name. When its work is done, and no lock is left to be waited for, it is
 * looked whether the caller may still do it.
 */
export function changeAs<Result>(
  { pool, redis, log, inTurn, confirmAccess }: Writing,
  author: Author,
  work: (transaction: ChangeTransaction) => Promise<Result>,
  { dryRun = false, confirmsItself = false }: ChangeOptions = {},
): Promise<ChangesMade<Result>> {
  return makeChanges(
    {
      pool,
      redis,
      inTurn,
      actor: author.email,
      source: author.kind,
      dryRun,
      onError: (error) => log.warn({ err: error }, 'A change stands, but could not be announced.'),
    },
    async (transaction) => {
      const result = await work(transaction);
      if (!confirmsItself) await confirmAccess(transaction.client);
      return result;
    },
  );
}
