import { useEffect, useState } from 'react';
import { getConcurrentChange, getErrorDetails, isContentError } from '../../../api/api-error.ts';
import { focusFirstMarked, RefusedDraft } from '../../../editing/refused-draft.tsx';
import { BarFrame as Bar } from '../../../editing/bar-frame.tsx';
import { whoSaved } from '../../../editing/who-saved.ts';
import type { BarOptions } from './bar-options.ts';
import { BehindDialog } from './behind-dialog.tsx';
import { useSave } from './changes.ts';
import { bodyOf, problemsOf } from './model.ts';
import { isMarked, nameOfPart } from './refused.ts';
import { ReviewDialog } from './review-dialog.tsx';

/** Stands at the bottom while there is a draft. Nothing is saved before its difference was seen, in the words of the audit log. */
export function SaveBar(options: BarOptions) {
  const { target, draft, review, problems, refusal } = options;
  const [isOpen, setOpen] = useState(false);
  const comment = useState('');
  const save = useSave(target);
  const meanwhile = getConcurrentChange(save.error ?? review.error);
  const isBehind = draft.isBehind || meanwhile !== undefined;
  const unsent = problemsOf(draft.value).size;
  // What its cells say is mended in the page, not in a dialog over it.
  const mustMend = isContentError(review.error);
  if (mustMend && isOpen) setOpen(false);
  const fields = getErrorDetails(review.error).map(({ path }) => path);
  function open() {
    if (unsent > 0) {
      focusFirstMarked();
      return;
    }
    setOpen(true);
  }
  const { mutate } = review;
  const { value, etag, serverEtag } = draft;
  // Also once somebody else has saved: the dry run of a stale draft is refused, and the refusal says who saved and what.
  useEffect(() => {
    if (isOpen) mutate({ grid: value, etag, serverEtag });
  }, [isOpen, mutate, value, etag, serverEtag]);
  function close() {
    // What is being saved tells when it is.
    if (!save.isPending) save.reset();
    setOpen(false);
  }
  /** The review stays open, unless there is nothing left to review. */
  function goOn(how: () => void) {
    review.reset();
    save.reset();
    how();
  }
  function discard() {
    goOn(draft.discard);
    setOpen(false);
  }
  const said =
    problems.size > 0
      ? `Unsaved changes, ${problems.size === 1 ? '1 of them is' : `${problems.size} of them are`} not possible`
      : isBehind
        ? whoSaved(meanwhile)
        : 'Unsaved changes';
  return (
    <>
      <Bar
        said={said}
        save={{ label: 'Review and save', keys: 'Ctrl S', refusal, run: open }}
        copied={bodyOf(draft.value)}
        onDiscard={discard}
      >
        {mustMend && (
          <RefusedDraft
            key={review.submittedAt}
            problem={review.error}
            fields={fields.filter((path) => isMarked(draft.value, path))}
            nameOf={(path) => nameOfPart(draft.value, path)}
          />
        )}
      </Bar>
      {isOpen && <ReviewDialog {...options} {...{ save, comment, isBehind }} onClose={close} />}
      {isOpen && isBehind && (
        <BehindDialog
          {...options}
          meanwhile={meanwhile}
          onRebase={(value) => goOn(() => draft.rebase({ value }))}
          onDiscard={discard}
          onClose={close}
        />
      )}
    </>
  );
}
