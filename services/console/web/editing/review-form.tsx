import { useState, type FormEvent, type ReactNode } from 'react';

import { Button } from '../design/button.tsx';
import { Field } from '../design/forms/field.tsx';
import { SendButton } from '../design/forms/send-button.tsx';
import kit from '../design/kit.module.css';
import { Form } from '../design/forms/form.tsx';

/** A comment and its setter, as `useState` returns them. */
type CommentState = readonly [comment: string, setComment: (comment: string) => void];

/** Renders a review: the changes, a comment and the save button. The comment has the focus, so Enter saves. */
export function ReviewForm({
  action,
  isProtected,
  isReady,
  problem,
  refused,
  hint,
  isCommentRequired = false,
  comment: keptComment,
  onSave,
  onClose,
  children,
}: {
  /** The label of the button: "Save to Production". */
  action: string;
  /** Saving changes a protected environment. */
  isProtected: boolean;
  isReady: boolean;
  /** The error of the last attempt, for the countdown. */
  problem: unknown;
  /** The error of the last attempt, rendered. */
  refused: ReactNode;
  /** Explains the comment that is stored if the field is empty. */
  hint?: string;
  /** An environment that it changes asks for one. */
  isCommentRequired?: boolean;
  /** State outside of the form, so that the comment survives a conflict that closes the review. Absent = the form's own state. */
  comment?: CommentState;
  onSave: (comment: string | undefined) => void;
  onClose: () => void;
  /** The changes that saving would make. */
  children: ReactNode;
}) {
  const ownComment = useState('');
  const [comment, setComment] = keptComment ?? ownComment;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) onSave(comment.trim() || undefined);
  }
  return (
    <Form onSubmit={submit}>
      {children}
      <Field
        label="Comment"
        hint={['Why are you making this change? Shown in the audit log.', hint].filter(Boolean).join(' ')}
        value={comment}
        maxLength={500}
        required={isCommentRequired}
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
    </Form>
  );
}
