import { Button } from './button.tsx';
import { useCopy } from './hooks/use-copy.ts';

/** Copies a text and confirms it. A page without a clipboard, on plain http, shows the text instead. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const { state, copy } = useCopy(text);
  return (
    <>
      <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={copy}>
        {state === 'copied' ? 'Copied' : label}
      </Button>
      {state === 'impossible' && <textarea readOnly aria-label={label} value={text} rows={4} cols={60} />}
    </>
  );
}
