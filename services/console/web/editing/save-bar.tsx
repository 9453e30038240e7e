import { getConcurrentChange, isConflictError, isContentError } from '../api/api-error.ts';
import type { Action } from '../page/actions.ts';
import { BarFrame } from './bar-frame.tsx';
import { BarLines } from './bar-lines.tsx';
import { ConflictDialog, type ConflictTexts } from './conflict-dialog.tsx';
import { Differences } from './differences.tsx';
import type { Preview } from './editable-document.ts';
import { DraftErrors } from './field-errors.tsx';
import type { InProject } from '../api/queries/project.ts';
import { ProposeDialog } from './propose-dialog.tsx';
import { ReviewDialog, type Review } from './review-dialog.tsx';
import type { DocumentEditor } from './use-document-editor.ts';
import { whoSaved } from './who-saved.ts';

const maxLinesInBar = 4;

/**
 * Shows a bar at the bottom while there is a draft. Changes are saved only after the user saw their difference, in the words of the audit
 * log.
 */
export function SaveBar<Value, Answer extends Preview>({
  editor,
  review: toReview,
  conflict,
  target,
  disabledReason,
  isSavedFromBar = false,
}: {
  editor: DocumentEditor<Value, Answer>;
  /** Returns the texts of the review for the last answer of the dry run. */
  review: (answer: Answer | undefined) => Review;
  conflict: ConflictTexts;
  target: InProject;
  disabledReason: string | undefined;
  /** Shows the changes in the bar and saves from there, unless there are many. */
  isSavedFromBar?: boolean;
}) {
  const { document, value, preview, status, isStale, isReviewOpen } = editor;
  if (!editor.isDirty) return null;
  const review = toReview(preview.lastAnswer);
  const lines = preview.answer?.changes ?? [];
  const hasLines = isSavedFromBar && !editor.error && !preview.error && lines.length > 0;
  const canSaveAtOnce = !review.isProposed && hasLines && lines.length <= maxLinesInBar;
  async function saveFromBar() {
    const error = await editor.save();
    // The review shows other errors; invalid fields show theirs, and a conflict opens its own dialog.
    if (error !== undefined && !isContentError(error) && !isConflictError(error)) editor.review();
  }
  const action: Action = {
    label: review.isProposed ? 'Propose…' : canSaveAtOnce ? review.action : 'Review and save',
    keys: 'Ctrl S',
    disabledReason,
    run: () => (canSaveAtOnce && !isStale ? void saveFromBar() : editor.review()),
  };
  return (
    <>
      <BarFrame
        message={isStale ? whoSaved(getConcurrentChange(editor.error)) : countUnsaved(editor)}
        action={action}
        draft={document.toBody?.(value) ?? value}
        onResolve={isStale ? editor.review : undefined}
        onReview={canSaveAtOnce && !isStale ? editor.review : undefined}
        onDiscard={editor.discard}
      >
        {status === 'invalid' && (
          <DraftErrors
            key={editor.attempts}
            error={editor.error}
            hasField={(path) => document.hasField(path, value)}
            namePath={document.namePath && ((path) => document.namePath!(path, value))}
          />
        )}
        {hasLines && !isStale && (
          <BarLines label="Changes to save">
            <Differences
              changes={lines.slice(0, maxLinesInBar).map((line) => ({ text: document.describe(line) }))}
            />
            {lines.length > maxLinesInBar && <span>and {lines.length - maxLinesInBar} more</span>}
          </BarLines>
        )}
      </BarFrame>
      {isReviewOpen &&
        (review.isProposed ? (
          <ProposeDialog editor={editor} target={target} title={review.title} />
        ) : (
          <ReviewDialog editor={editor} review={review} />
        ))}
      {status === 'resolving' && <ConflictDialog editor={editor} texts={conflict} />}
    </>
  );
}

function countUnsaved<Value, Answer extends Preview>({
  document,
  value,
  preview,
}: DocumentEditor<Value, Answer>): string {
  const unsendable = document.countUnsendable?.(value) ?? 0;
  if (unsendable > 0) return `Unsaved changes, ${unsendable} invalid`;
  const count = document.isPreviewLive ? (preview.answer?.changes.length ?? 0) : 0;
  if (count === 0) return 'Unsaved changes';
  return count === 1 ? '1 unsaved change' : `${count} unsaved changes`;
}
