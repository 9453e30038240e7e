import { Skeleton } from '../../../design/answer.tsx';
import { Dialog } from '../../../design/floating/dialog.tsx';
import { Differences } from '../../../editing/differences.tsx';
import { FormProblem } from '../../../design/forms/form-problem.tsx';
import { ReviewForm, type CommentState } from '../../../editing/review-form.tsx';
import { whereServed } from '../../../flags/affected/where-served.ts';
import kit from '../../../design/kit.module.css';
import { useLastKnown } from '../../../editing/use-last-known.ts';
import { useToast } from '../../../design/floating/toast.tsx';
import type { BarOptions } from './bar-options.ts';
import type { useSave } from './changes.ts';

/** What saving would change, and where something else is served then; then it saves. */
export function ReviewDialog({
  target,
  draft,
  review,
  serving,
  save,
  comment,
  isBehind,
  onClose,
}: BarOptions & {
  save: ReturnType<typeof useSave>;
  comment: CommentState;
  /** A conflict is open over the review. */
  isBehind: boolean;
  onClose: () => void;
}) {
  const say = useToast();
  const { isPending } = review;
  const data = useLastKnown(review.data);
  const error = isBehind ? null : (save.error ?? review.error);
  const { list, isSeveral, isProtected } = whereServed(
    data?.touches ?? [],
    data?.touches_omitted ?? 0,
    serving.environments,
  );
  function run(text: string | undefined) {
    const sent = draft.value;
    save.mutate(
      { grid: sent, etag: draft.etag, comment: text },
      {
        onSuccess({ changeId: id }) {
          // The parts of the grid have other names by then: a draft of another tab is put together with what was saved.
          draft.settle(sent);
          comment[1]('');
          onClose();
          say(`Saved the values of ${target.feature}.`, { change: { org: target.org, id } });
        },
      },
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title="Save variables and variations?">
      <ReviewForm
        action={list === '' ? 'Save' : `Save to ${list}`}
        isProtected={isProtected}
        isReady={!isBehind && !save.isPending && (review.data?.changes.length ?? 0) > 0}
        comment={comment}
        problem={isBehind ? null : save.error}
        refused={<FormProblem problem={error} />}
        onSave={run}
        onClose={onClose}
      >
        {isPending && data === undefined && <Skeleton height={64} />}
        {data && (
          <>
            <p className={kit.hint}>
              {data.changes.length === 0
                ? 'Nothing would differ.'
                : list === ''
                  ? 'Nothing that is served changes.'
                  : `What ${list} ${isSeveral ? 'serve' : 'serves'} changes within a second.`}
            </p>
            <Differences changes={data.changes} isProtected={isProtected} />
          </>
        )}
      </ReviewForm>
    </Dialog>
  );
}
