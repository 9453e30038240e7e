import { asApiError, isUnavailable } from '../../api/api-error.ts';
import kit from '../../design/kit.module.css';

/** Why something was refused. Where the server is away nothing was changed, and that is said. */
export function NotChanged({ refused }: { refused: Error | undefined }) {
  if (refused === undefined) return null;
  const isAway = asApiError(refused) === undefined || isUnavailable(refused);
  return (
    <p className={kit.wrong} role="alert">
      {refused.message} {isAway && 'Nothing was changed.'}
    </p>
  );
}
