import type { ClipboardEvent } from 'react';
import { Button } from './button.tsx';
import kit from './kit.module.css';
import style from './snippet.module.css';
import { useCopy } from './hooks/use-copy.ts';

/** Shows code with a copy button. */
export function Snippet({ label, code }: { label: string; code: string }) {
  const { state, copy } = useCopy(code);
  // Ctrl C copies everything if nothing is selected.
  function copyAll(event: ClipboardEvent) {
    if (!(getSelection()?.isCollapsed ?? true)) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', code);
  }
  return (
    <div className={style.snippet}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <pre tabIndex={0} role="group" aria-label={label} onCopy={copyAll}>
        <code>{code}</code>
      </pre>
      <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={copy} aria-label={`Copy: ${label}`}>
        {state === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      {state === 'impossible' && (
        <p className={kit.hint} role="status">
          Can’t access the clipboard. Select the text and copy it.
        </p>
      )}
    </div>
  );
}
