import kit from '../../design/kit.module.css';
import type { Refused } from '../../design/hooks/use-attempt.ts';

/** Why something was refused. Where the server is away nothing was changed, and that is said. */
export function NotChanged({ refused }: { refused: Refused | undefined }) {
  if (refused === undefined) return null;
  const { status = 500, message } = refused;
  return (
    <p className={kit.wrong} role="alert">
      {message} {(status === 0 || status >= 500) && 'Nothing was changed.'}
    </p>
  );
}
