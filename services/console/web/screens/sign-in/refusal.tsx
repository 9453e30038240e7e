import kit from '../../design/kit.module.css';
import { getAttemptError } from './model.ts';

/** The error of an attempt, below its form. */
export function Refusal({ of: refused, what }: { of: Error | undefined; what: string }) {
  if (refused === undefined) return null;
  return (
    <p className={kit.wrong} role="alert">
      {getAttemptError(refused, what)}
    </p>
  );
}
