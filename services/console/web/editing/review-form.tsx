import { useState, type FormEvent, type ReactNode } from 'react';

import { Button } from '../design/button.tsx';
import { Field } from '../design/forms/field.tsx';
import { SendButton } from '../design/forms/send-button.tsx';
import kit from '../design/kit.module.css';

/** A comment and its setter, as `useState` returns them. */
export type CommentState = readonly [comment: string, setComment: (comment: string) => void];

/** The end of each review: what would differ, why, and the button. The comment has the focus, so Enter saves. */
export function ReviewForm({
  action,
  isProtected,
  isReady,
  problem,
  refused,
  hint,
  comment: keptComment,
  onSave,
  onClose,
  children,
}: {
  /** On the button: "Save to Production". */
  action: string;
  /** Something else is served in a protected environment then. */
  isProtected: boolean;
  isReady: boolean;
  /** What it was refused with when it was sent. */
  problem: unknown;
  /** Why it was refused, in words. */
  refused: ReactNode;
  /** What the comment is where none is given. */
  hint?: string;
  /** Keeps the comment outside, so that it survives a conflict that closes the review. Absent = the form keeps it. */
  comment?: CommentState;
  onSave: (comment: string | undefined) => void;
  onClose: () => void;
  /** What would differ. */
  children: ReactNode;
}) {
  const ownComment = useState('');
  const [comment, setComment] = keptComment ?? ownComment;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) onSave(comment.trim() || undefined);
  }
  return (
    <form className={kit.form} onSubmit={submit}>
      {children}
      <Field
        label="Comment"
        hint={['Why are you making this change? Shown in the audit log.', hint].filter(Boolean).join(' ')}
        value={comment}
        maxLength={500}
        autoFocus
        onChange={(event) => setComment(event.target.value)}
      />
      {refused}
      <div className={kit.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <SendButton problem={problem} kind={isProtected ? 'guard' : 'main'} disabled={!isReady}>
          {action}
        </SendButton>
      </div>
    </form>
  );
}
