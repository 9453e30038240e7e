import kit from '../../design/kit.module.css';
import type { Refused } from '../../design/hooks/use-attempt.ts';
import { refusalSentence } from './model.ts';

/** Why an attempt was refused, where it was made. */
export function Refusal({ of: refused, what }: { of: Refused | undefined; what: string }) {
  if (refused === undefined) return null;
  return (
    <p className={kit.wrong} role="alert">
      {refusalSentence(refused, what)}
    </p>
  );
}
