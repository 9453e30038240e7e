import kit from '../../design/kit.module.css';
import { getAttemptError } from './model.ts';

/** Renders the error of an attempt, below its form. */
export function Refusal({ of: refused, what }: { of: Error | null; what: string }) {
  if (refused === null) return null;
  return (
    <p className={kit.wrong} role="alert">
      {getAttemptError(refused, what)}
    </p>
  );
}
