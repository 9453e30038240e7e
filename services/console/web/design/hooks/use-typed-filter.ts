import { useState } from 'react';
import { usePaused } from './use-paused.ts';

const pauseMs = 80;

/**
 * What is typed into a filter, and how to set it. It is sent when the typing pauses; `value` follows when the address has it. Only a value that
 * did not come from here, as by Back or "Clear filters", takes the place of what is typed: an own one may be older than that.
 */
export function useTypedFilter(
  value: string,
  onChange: (value: string) => void,
): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  /** What the address has, and what was sent since. */
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
