import { makeChanges } from '@bunting/changes';
import type { ChangesMade, ChangeSource, ChangeTransaction } from '@bunting/changes';
import type { Dependencies } from './dependencies.ts';

/** Who is said to have done it, and where it came from. A caller is one. */
export interface Author {
  readonly kind: ChangeSource;
  readonly email: string;
}

export const staff: Author = { kind: 'staff', email: 'staff' };

/** What a change needs of the dependencies. */
export type Writing = Pick<Dependencies, 'pool' | 'redis' | 'log' | 'inTurn'>;

/** One change through the one door, in the author's name. */
export function changeAs<Result>(
  { pool, redis, log, inTurn }: Writing,
  author: Author,
  work: (transaction: ChangeTransaction) => Promise<Result>,
  options: { dryRun?: boolean } = {},
): Promise<ChangesMade<Result>> {
  return makeChanges(
    {
      pool,
      redis,
      inTurn,
      actor: author.email,
      source: author.kind,
      dryRun: options.dryRun ?? false,
      onError: (error) => log.warn({ err: error }, 'A change stands, but could not be announced.'),
    },
    work,
  );
}
