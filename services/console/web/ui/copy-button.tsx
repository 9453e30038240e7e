import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text, and says so. A page without a clipboard, on plain http, shows it to be copied by hand. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [state, setState] = useState<'copied' | 'impossible'>();
  const copy = () =>
    void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setState('copied'),
      () => setState('impossible'),
    );
  return (
    <>
      <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={copy}>
        {state === 'copied' ? 'Copied' : label}
      </Button>
      {state === 'impossible' && <textarea readOnly aria-label={label} value={text} rows={4} cols={60} />}
    </>
  );
}
