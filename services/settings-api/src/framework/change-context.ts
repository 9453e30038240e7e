import type { ChangeContext, ChangeSource } from '@bunting/changes';
import type { Dependencies } from '../dependencies.ts';

/** Who the audit log names as the actor of a change, and how the change came. Every caller is one. */
export interface Author {
  readonly kind: ChangeSource;
  readonly email: string;
}

export const staff: Author = { kind: 'staff', email: 'staff' };

/** What a change needs of the dependencies. */
export type WriteDependencies = Pick<
  Dependencies,
  | 'pool'
  | 'redis'
  | 'log'
  | 'writeSemaphore'
  | 'confirmAccess'
  | 'admitBytes'
  | 'comment'
  | 'onCommitted'
  | 'onDryRun'
>;

/**
 * The context of a change in the author's name, for `runChange`. It confirms the caller's access before the change is recorded. Where the
 * request asks for a dry run (dry-run.ts), nothing is changed.
 */
export function changeContext(
  dependencies: WriteDependencies,
  author: Author,
  { dryRun = dependencies.onDryRun !== undefined }: { readonly dryRun?: boolean } = {},
): ChangeContext {
  const { pool, redis, log, writeSemaphore, confirmAccess, admitBytes } = dependencies;
  const { comment, onCommitted, onDryRun } = dependencies;
  return {
    pool,
    redis,
    semaphore: writeSemaphore,
    authorise: confirmAccess,
    admitBytes,
    actor: author.email,
    source: author.kind,
    comment,
    dryRun,
    onDryRun,
    onCommitted,
    onError: (error) => log.warn({ err: error }, 'A change was committed, but announcing it failed.'),
  };
}
