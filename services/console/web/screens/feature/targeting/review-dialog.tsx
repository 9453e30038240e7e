import { useQueryClient } from '@tanstack/react-query';
import { isUnavailable, ApiError } from '../../../api/api-error.ts';
import { sessionQuery } from '../../../api/queries/project.ts';
import type { Environment } from '../../../api/types.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/floating/dialog.tsx';
import { Differences } from '../../../editing/differences.tsx';
import { Holders } from '../../../design/error-details.tsx';
import kit from '../../../design/kit.module.css';
import { ReviewForm, type CommentState } from '../../../editing/review-form.tsx';
import { RequestId } from '../../../design/request-id.tsx';
import { Snippet } from '../../../design/snippet.tsx';
import type { Difference } from './changes.ts';
import type { Draft } from './draft.ts';

/** The differences, what is worth a look, why, and the button with the environment's name. */
export function ReviewDialog({
  environment,
  lines,
  hints,
  error,
  isUnknown,
  draft,
  comment,
  isPending,
  onSave,
  onClose,
}: {
  environment: Environment;
  lines: readonly Difference[] | undefined;
  hints: readonly string[];
  error: Error | null;
  /** Something was sent to be saved, and no answer came. */
  isUnknown: boolean;
  draft: Draft;
  comment: CommentState;
  isPending: boolean;
  onSave: (comment?: string) => void;
  onClose: () => void;
}) {
  // Where the server failed, or was asked too much, it is tried again here; what it refused is not.
  const mayTry =
    error === null || isUnavailable(error) || (error instanceof ApiError && error.status === 429);
  const isReady = lines !== undefined && lines.length > 0 && mayTry && !isPending;
  return (
    <Dialog isOpen onClose={onClose} title={`Save to ${environment.name}?`}>
      <ReviewForm
        action={`Save to ${environment.name}`}
        isProtected={environment.protected}
        isReady={isReady}
        comment={comment}
        problem={error}
        refused={error && <Refused error={error} isUnknown={isUnknown} draft={draft} />}
        onSave={onSave}
        onClose={onClose}
      >
        {lines !== undefined && (
          <p className={kit.hint}>
            {lines.length === 0 ? 'Nothing would differ.' : 'These differences are served within a second.'}
          </p>
        )}
        {lines !== undefined && <Differences changes={lines} isProtected={environment.protected} />}
        {hints.length > 0 && (
          <ul className={kit.hint} aria-label="Worth a look">
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        )}
      </ReviewForm>
    </Dialog>
  );
}

/** Why it was refused. Whose role changed keeps the draft, and may take it along. */
function Refused({ error, isUnknown, draft }: { error: Error; isUnknown: boolean; draft: Draft }) {
  const client = useQueryClient();
  const isRole = error instanceof ApiError && error.code === 'role_insufficient';
  return (
    <div className={kit.wrong} role="alert">
      <p>
        {error.message} {isUnknown ? 'Whether it was saved is not known' : 'Nothing was saved'}; your changes
        are kept{isUnavailable(error) && ', and evaluation goes on'}.
      </p>
      <Holders of={error} />
      <RequestId of={error} />
      {isRole && (
        <>
          <Snippet label="Your changes" code={JSON.stringify(draft.value, null, 2)} />
          <Button onClick={() => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })}>
            See what you may do now
          </Button>
        </>
      )}
    </div>
  );
}
