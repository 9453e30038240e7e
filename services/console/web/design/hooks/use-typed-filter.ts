import { useState } from 'react';
import { usePaused } from './use-paused.ts';

const pauseMs = 80;

/**
 * Returns the input of a filter and its setter. The input is sent when typing pauses, and the address follows. Only values that did not
 * come from here, as by Back or "Clear filters", replace the input: own ones may be older than it.
 */
export function useTypedFilter(
  value: string,
  onChange: (value: string) => void,
): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  /** The value in the address, then the values sent since. */
  const [sent, setSent] = useState<readonly string[]>([value]);
  if (sent[0] !== value) {
    const at = sent.indexOf(value);
    setSent(at < 0 ? [value] : sent.slice(at));
    if (at < 0) setTyped(value);
  }
  const wanted = typed.trim();
  usePaused(wanted, wanted !== sent.at(-1), pauseMs, (next) => {
    setSent([...sent, next]);
    onChange(next);
  });
  return [typed, setTyped];
}
