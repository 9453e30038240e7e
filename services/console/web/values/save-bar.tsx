import { useEffect, useState } from 'react';
import { Button, Keys } from '../ui/button.tsx';
import type { BarOptions } from './bar-options.ts';
import { BehindDialog } from './behind-dialog.tsx';
import { mergeGrids } from './merge.ts';
import { problemsOf } from './model.ts';
import { ReviewDialog } from './review-dialog.tsx';
import style from './values.module.css';

/** Stands at the bottom while there is a draft. Nothing is saved before its difference was seen, in the words of the audit log. */
export function SaveBar(options: BarOptions) {
  const { draft, now, review, problems } = options;
  const [isOpen, setOpen] = useState(false);
  const merged = draft.isBehind ? mergeGrids(draft.value.from, now, draft.value) : undefined;
  const isAsked = merged !== undefined && merged.conflicts.length + merged.lost.length > 0;
  const unsent = problemsOf(draft.value).size;
  function open() {
    if (unsent > 0) {
      document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setOpen(true);
    if (isAsked) return;
    // What somebody else saved meanwhile is nothing that was changed here.
    const value = merged === undefined ? draft.value : { ...merged.grid, from: now };
    if (merged !== undefined) draft.rebase({ value });
    review.mutate({ grid: value, etag: merged === undefined ? draft.etag : draft.serverEtag });
  }
  useSaveKey(open);
  const close = () => setOpen(false);
  const said =
    problems.size > 0
      ? `Unsaved changes, ${problems.size === 1 ? '1 of them is' : `${problems.size} of them are`} not possible`
      : draft.isBehind
        ? 'Somebody saved here meanwhile. Your changes are kept.'
        : 'Unsaved changes';
  return (
    <>
      <div className={style.bar} role="region" aria-label="Unsaved changes">
        <span>{said}</span>
        <Button
          onClick={() => {
            review.reset();
            draft.discard();
          }}
        >
          Discard
        </Button>
        <Button kind="main" onClick={open}>
          Review and save <Keys>Ctrl S</Keys>
        </Button>
      </div>
      {isOpen && draft.isBehind && isAsked && <BehindDialog {...options} onClose={close} />}
      {isOpen && !(draft.isBehind && isAsked) && <ReviewDialog {...options} onClose={close} reopen={open} />}
    </>
  );
}

function useSaveKey(open: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      open();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
