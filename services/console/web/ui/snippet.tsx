import { useState, type ClipboardEvent } from 'react';
import { Button } from './button.tsx';
import kit from './kit.module.css';

/** A command or a piece of code to take away. */
export function Snippet({ label, code }: { label: string; code: string }) {
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const copy = () =>
    void (navigator.clipboard?.writeText(code) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    );
  // Ctrl C takes all of it where nothing is selected.
  function copyAll(event: ClipboardEvent) {
    if (!(getSelection()?.isCollapsed ?? true)) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', code);
  }
  return (
    <div className={kit.snippet}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <pre tabIndex={0} role="group" aria-label={label} onCopy={copyAll}>
        <code>{code}</code>
      </pre>
      <Button icon={copied === 'yes' ? 'check' : 'copy'} onClick={copy} aria-label={`Copy: ${label}`}>
        {copied === 'yes' ? 'Copied' : 'Copy'}
      </Button>
      {/* A plain-http page has no clipboard. */}
      {copied === 'no' && (
        <p className={kit.hint} role="status">
          This page may not write to the clipboard: select the text and copy it by hand.
        </p>
      )}
    </div>
  );
}
