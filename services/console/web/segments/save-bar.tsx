import { useState } from 'react';
import { Problem } from '../api/problem.ts';
import { useActions } from '../ui/actions.ts';
import { Button, Keys } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Differences } from '../ui/differences.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import kit from '../ui/kit.module.css';
import { useToast } from '../ui/toast.tsx';
import type { useDraft } from '../ui/use-draft.ts';
import { BehindDialog } from './behind-dialog.tsx';
import { useReview, useSave } from './changes.ts';
import { withoutSubject, type Document } from './model.ts';
import type { OfSegment } from './queries.ts';
import style from './segments.module.css';
import { Touches } from './touches.tsx';

interface BarOptions {
  readonly target: OfSegment;
  readonly draft: ReturnType<typeof useDraft<Document>>;
  readonly refusal: string | undefined;
  /** The protected environments that use it. */
  readonly guarded: readonly string[];
}

/** Stands at the bottom while there is a draft. */
export function SaveBar({ target, draft, refusal, guarded }: BarOptions) {
  const [isReviewing, setReviewing] = useState(false);
  const review = useReview(target);
  const open = () => {
    setReviewing(true);
    review.mutate({ document: draft.value, etag: draft.etag });
  };
  useActions([{ label: 'Review and save', keys: 'Ctrl S', refusal, run: open }]);
  return (
    <>
      <div className={style.bar} role="region" aria-label="Unsaved changes">
        <span>
          {draft.isBehind ? 'Somebody saved here meanwhile. Your changes are kept.' : 'Unsaved changes'}
        </span>
        <Button onClick={draft.discard}>Discard</Button>
        <Button kind="main" refusal={refusal} onClick={open}>
          Review and save <Keys>Ctrl S</Keys>
        </Button>
      </div>
      {isReviewing && (
        <ReviewDialog {...{ target, draft, review, guarded }} onClose={() => setReviewing(false)} />
      )}
    </>
  );
}

function ReviewDialog({
  target,
  draft,
  review,
  guarded,
  onClose,
}: Omit<BarOptions, 'refusal'> & {
  review: ReturnType<typeof useReview>;
  onClose: () => void;
}) {
  const save = useSave(target);
  const say = useToast();
  const error = save.error ?? review.error;
  const isBehind = draft.isBehind || (error instanceof Problem && error.status === 412);
  const found = review.data;
  const isProtected = guarded.length > 0;
  /** Its failure stands in the dialog. The bar goes when the segment is read anew, so nothing is left to a callback of it. */
  async function run() {
    const saved = await save.mutateAsync({ document: draft.value, etag: draft.etag }).catch(() => undefined);
    if (saved === undefined) return;
    draft.discard();
    onClose();
    say(`Saved the segment ${target.segment}.`, { change: { org: target.org, id: saved.changeId } });
  }
  if (isBehind) {
    const problem = error instanceof Problem ? error : undefined;
    return <BehindDialog {...{ target, draft, problem, isProtected, onClose }} />;
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Save ${draft.value.name || target.segment}?`}>
      {found && (
        <>
          <p className={kit.hint}>
            {found.changes.length === 0
              ? 'Nothing would differ.'
              : 'Whoever its conditions put in or out is served otherwise within a second.'}
          </p>
          <Differences
            changes={found.changes.map(({ text }) => ({ text: withoutSubject(text) }))}
            isProtected={isProtected}
          />
          <Touches {...target} touches={found.touches} omitted={found.touches_omitted} />
        </>
      )}
      <FormProblem problem={error} />
      <div className={kit.actions}>
        <Button onClick={onClose}>Back</Button>
        <Button
          kind={isProtected && (found?.touches.length ?? 0) > 0 ? 'guard' : 'main'}
          disabled={save.isPending || found === undefined || found.changes.length === 0}
          onClick={() => void run()}
        >
          Save the segment
        </Button>
      </div>
    </Dialog>
  );
}
