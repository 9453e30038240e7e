import kit from '../../design/kit.module.css';
import { getAttemptError } from './model.ts';

/** Why an attempt was refused, where it was made. */
export function Refusal({ of: refused, what }: { of: Error | undefined; what: string }) {
  if (refused === undefined) return null;
  return (
    <p className={kit.wrong} role="alert">
      {getAttemptError(refused, what)}
    </p>
  );
}
