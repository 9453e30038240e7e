import { useState } from 'react';

/** Copies a text. A page on plain http has no clipboard: then it is impossible. */
export function useCopy(text: string) {
  const [state, setState] = useState<'copied' | 'impossible'>();
  const copy = () =>
    void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setState('copied'),
      () => setState('impossible'),
    );
  return { state, copy };
}
