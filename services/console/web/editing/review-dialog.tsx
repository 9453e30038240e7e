import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asApiError, isUnavailable } from '../api/api-error.ts';
import { sessionQuery } from '../api/queries/project.ts';
import { Skeleton } from '../design/query-boundary.tsx';
import { Button } from '../design/button.tsx';
import { ErrorDetails, ExistingResourceLink } from '../design/error-details.tsx';
import { Dialog } from '../design/floating/dialog.tsx';
import kit from '../design/kit.module.css';
import { RequestId } from '../design/request-id.tsx';
import { Snippet } from '../design/snippet.tsx';
import { Differences } from './differences.tsx';
import type { Preview } from './editable-document.ts';
import { ReviewForm } from './review-form.tsx';
import type { DocumentEditor } from './use-document-editor.ts';

/** The texts of a review, which depend on the answer of the dry run. */
export interface Review {
  readonly title: string;
  /** The label of the button: "Save to Production". */
  readonly action: string;
  /** Saving changes a protected environment. */
  readonly isProtected: boolean;
  /** An environment that it changes asks for a comment. */
  readonly isCommentRequired?: boolean;
  /** Saving needs approvals, so the changes are proposed instead. */
  readonly isProposed?: boolean;
  /** The consequences of saving, in a sentence. */
  readonly summary: string;
  /** Content below the changes. */
  readonly children?: ReactNode;
}

/** Shows what saving would change, asks for a comment, and saves. */
export function ReviewDialog<Value, Answer extends Preview>({
  editor,
  review: { title, action, isProtected, isCommentRequired = false, summary, children },
}: {
  editor: DocumentEditor<Value, Answer>;
  review: Review;
}) {
  const { document, preview, status, isStale } = editor;
  const error = isStale ? null : (editor.saveError ?? preview.error);
  // The same request can be retried after a server error or a 429, but not after a refusal.
  const canTry = !error || isUnavailable(error) || asApiError(error)?.status === 429;
  const changes = preview.lastAnswer?.changes;
  const hasChanges = (preview.answer?.changes.length ?? 0) > 0;
  return (
    <Dialog isOpen onClose={editor.close} title={title}>
      <ReviewForm
        action={action}
        isProtected={isProtected}
        isCommentRequired={isCommentRequired}
        isReady={hasChanges && canTry && !isStale && status !== 'saving'}
        comment={[editor.comment, editor.setComment]}
        problem={error}
        refused={error ? <SaveError editor={editor} error={error as Error} /> : null}
        onSave={(comment) => void editor.save(comment)}
        onClose={editor.close}
      >
        {changes === undefined ? (
          preview.isPending && !error && <Skeleton height={64} />
        ) : (
          <>
            <p className={kit.hint}>{changes.length === 0 ? 'No changes' : summary}</p>
            <Differences
              changes={changes.map((change) => ({ text: document.describe(change) }))}
              isProtected={isProtected}
            />
            {children}
          </>
        )}
      </ReviewForm>
    </Dialog>
  );
}

/** Explains why nothing was saved. A user whose role changed keeps the draft and can copy it. */
function SaveError<Value, Answer extends Preview>({
  editor,
  error,
}: {
  editor: DocumentEditor<Value, Answer>;
  error: Error;
}) {
  const client = useQueryClient();
  const { document, value, saveError } = editor;
  const isUnknown = asApiError(saveError)?.status === 0;
  return (
    <div className={kit.wrong} role="alert">
      <p>
        {error.message} {isUnknown ? 'Your changes may not have been saved.' : 'Not saved.'} Your draft is
        kept.{isUnavailable(error) && ' Evaluation continues.'}
      </p>
      <ErrorDetails of={error} />
      <ExistingResourceLink of={error} />
      <RequestId of={error} />
      {asApiError(error)?.code === 'role_insufficient' && (
        <>
          <Snippet
            label="Your changes"
            code={JSON.stringify(document.toBody?.(value) ?? value, undefined, 2)}
          />
          <Button onClick={() => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })}>
            Reload permissions
          </Button>
        </>
      )}
    </div>
  );
}
