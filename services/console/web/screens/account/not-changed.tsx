import { asApiError, isUnavailable } from '../../api/api-error.ts';
import kit from '../../design/kit.module.css';

/** Renders an error, and the fact that nothing changed if the server was not reachable. */
export function NotChanged({ refused }: { refused: Error | null }) {
  if (refused === null) return null;
  const isAway = asApiError(refused) === undefined || isUnavailable(refused);
  return (
    <p className={kit.wrong} role="alert">
      {refused.message} {isAway && 'Nothing changed.'}
    </p>
  );
}
