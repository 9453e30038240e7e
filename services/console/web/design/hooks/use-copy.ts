import { useState } from 'react';
import { copyText } from '../copy-text.ts';

/** Copies a text and keeps whether that worked. */
export function useCopy(text: string) {
  const [state, setState] = useState<'copied' | 'impossible'>();
  const copy = () =>
    void copyText(text).then(
      () => setState('copied'),
      () => setState('impossible'),
    );
  return { state, copy };
}
