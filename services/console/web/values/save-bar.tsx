import { useState } from 'react';
import { SaveBar as Bar } from '../ui/saving/save-bar.tsx';
import { whoSaved } from '../ui/saving/who-saved.ts';
import type { BarOptions } from './bar-options.ts';
import { BehindDialog } from './behind-dialog.tsx';
import { mergeGrids } from './merge.ts';
import { bodyOf, problemsOf } from './model.ts';
import { ReviewDialog } from './review-dialog.tsx';

/** Stands at the bottom while there is a draft. Nothing is saved before its difference was seen, in the words of the audit log. */
export function SaveBar(options: BarOptions) {
  const { draft, now, review, problems, refusal } = options;
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
  const close = () => setOpen(false);
  const said =
    problems.size > 0
      ? `Unsaved changes, ${problems.size === 1 ? '1 of them is' : `${problems.size} of them are`} not possible`
      : draft.isBehind
        ? whoSaved(undefined)
        : 'Unsaved changes';
  return (
    <>
      <Bar
        said={said}
        save={{ label: 'Review and save', keys: 'Ctrl S', refusal, run: open }}
        copied={bodyOf(draft.value)}
        onDiscard={() => {
          review.reset();
          draft.discard();
        }}
      />
      {isOpen && draft.isBehind && isAsked && <BehindDialog {...options} onClose={close} />}
      {isOpen && !(draft.isBehind && isAsked) && <ReviewDialog {...options} onClose={close} reopen={open} />}
    </>
  );
}
