import { useState, type FormEvent } from 'react';
import { asApiError } from '../../api/api-error.ts';
import type { OfRequest } from '../../api/queries/change-requests.ts';
import { Button } from '../../design/button.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { Form } from '../../design/forms/form.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import style from './change-requests.module.css';
import { useReview, type SentVerdict } from './changes.ts';
import { getVerdictReason, type RequestContext } from './rights.ts';

const done = {
  approve: 'Approved',
  request_changes: 'Requested changes of',
  none: 'Withdrew your review of',
} as const;

/** Approves a request or requests changes, for exactly the revision that the user has read. */
export function ReviewForm({ target, context }: { target: OfRequest; context: RequestContext }) {
  const { request, email } = context;
  const [read, setRead] = useState(request.revision);
  const [comment, setComment] = useState('');
  const review = useReview(target);
  const say = useToast();
  const disabledReason = getVerdictReason(context);
  const own = request.verdicts.find(({ by, revision }) => by === email && revision === request.revision);
  const isOld = read !== request.revision;
  function send(verdict: SentVerdict['verdict']) {
    review.mutate(
      { verdict, revision: read, ...(comment.trim() !== '' && { comment: comment.trim() }) },
      {
        onSuccess() {
          setComment('');
          say(`${done[verdict]} #${request.number}`);
        },
      },
    );
  }
  if (isOld)
    return (
      <div className={kit.notice} role="alert">
        <p>
          This request has changed since you opened it: you have read revision {read}, now it is revision{' '}
          {request.revision}. Read the changes above again before you review it.
        </p>
        <Button onClick={() => setRead(request.revision)}>Review revision {request.revision}</Button>
      </div>
    );
  return (
    <Form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (disabledReason === undefined) send('approve');
      }}
    >
      {disabledReason === undefined ? (
        <textarea
          className={`${kit.input} ${style.comment}`}
          aria-label="Comment on your review"
          placeholder="Comment (optional)"
          rows={2}
          maxLength={2_000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      ) : (
        <p className={kit.hint}>{disabledReason}</p>
      )}
      {own && (
        <p>
          You {own.verdict === 'approve' ? 'approved' : 'requested changes of'} this revision.{' '}
          <Button kind="quiet" onClick={() => send('none')}>
            Withdraw
          </Button>
        </p>
      )}
      {review.error && asApiError(review.error)?.code !== 'changed_meanwhile' && (
        <FormProblem problem={review.error} />
      )}
      <div className={kit.actions} data-at="start">
        <SendButton
          kind={request.stage === 'waiting' && !own ? 'main' : 'plain'}
          problem={review.error}
          disabled={review.isPending}
          disabledReason={disabledReason}
        >
          Approve
        </SendButton>
        <Button
          disabledReason={disabledReason}
          disabled={review.isPending}
          onClick={() => send('request_changes')}
        >
          Request changes
        </Button>
      </div>
    </Form>
  );
}
