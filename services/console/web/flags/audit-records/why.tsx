import { Link } from '@tanstack/react-router';
import { revertedBy } from './model.ts';

/** Renders the comment of a change. A revert links to the change that it reverted. */
export function Why({ org, comment }: { org: string; comment: string }) {
  const reverted = revertedBy(comment);
  if (reverted === undefined) return comment;
  return (
    <>
      Reverts{' '}
      <Link to="/o/$org/audit-log" params={{ org }} search={{ change: reverted.change }}>
        an earlier change
      </Link>
      : {reverted.rest}
    </>
  );
}
