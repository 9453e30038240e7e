import { useState } from 'react';
import { Problem } from '../api/problem.ts';
import type { OfServing } from '../api/queries.ts';
import type { Environment } from '../api/types.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { useActions, type Action } from '../ui/actions.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Differences } from '../ui/differences.tsx';
import { Holders } from '../ui/holders.tsx';
import kit from '../ui/kit.module.css';
import { useToast } from '../ui/toast.tsx';
import type { useDraft } from '../ui/use-draft.ts';
import { useReview, useSave } from './changes.ts';
import type { Document } from './model.ts';
import style from './targeting.module.css';

type Draft = ReturnType<typeof useDraft<Document>>;

interface BarOptions {
  readonly target: OfServing;
  readonly draft: Draft;
  readonly environment: Environment;
  readonly refusal: string | undefined;
}

/** Stands at the bottom while there is a draft. Nothing is saved before its difference was seen, in the words of the audit log. */
export function SaveBar({ target, draft, environment, refusal }: BarOptions) {
  const [isReviewing, setReviewing] = useState(false);
  const review = useReview(target);
  const { mutate } = review;
  const open = () => {
    setReviewing(true);
    mutate({ document: draft.value, etag: draft.etag });
  };
  const save: Action = { label: 'Review and save', keys: 'Ctrl S', refusal, run: open };
  useActions([save]);
  return (
    <>
      <div className={style.bar} role="region" aria-label="Unsaved changes">
        <span>
          {draft.isBehind ? 'Somebody saved here meanwhile. Your changes are kept.' : 'Unsaved changes'}
        </span>
        <Button onClick={draft.discard}>Discard</Button>
        {refusal !== undefined && (
          <CopyButton label="Copy as JSON" text={JSON.stringify(draft.value, undefined, 2)} />
        )}
        <ActionButton kind="main" action={save} />
      </div>
      {isReviewing && (
        <ReviewDialog
          {...{ target, draft, environment, review }}
          onClose={() => setReviewing(false)}
          reopen={open}
        />
      )}
    </>
  );
}

function ReviewDialog({
  target,
  draft,
  environment,
  review,
  onClose,
}: Omit<BarOptions, 'refusal'> & {
  review: ReturnType<typeof useReview>;
  onClose: () => void;
  reopen: () => void;
}) {
  const save = useSave(target);
  const say = useToast();
  const error = save.error ?? review.error;
  const isBehind = error instanceof Problem && error.status === 412;
  function run() {
    save.mutate(
      { document: draft.value, etag: draft.etag },
      {
        onSuccess({ changeId }) {
          draft.discard();
          onClose();
          say(`Saved: ${target.feature} in ${environment.name}.`, {
            change: { org: target.org, id: changeId },
          });
        },
      },
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Save to ${environment.name}?`}>
      {isBehind || draft.isBehind ? (
        <Behind draft={draft} onClose={onClose} />
      ) : (
        <>
          {review.data && (
            <>
              <p className={kit.hint}>
                {review.data.length === 0
                  ? 'Nothing would differ.'
                  : 'These differences are served within a second.'}
              </p>
              <Differences
                changes={review.data.map(({ text }) => ({ text: withoutPlace(text) }))}
                isProtected={environment.protected}
              />
            </>
          )}
          {error && <Refused error={error} />}
          <div className={kit.actions}>
            <Button onClick={onClose}>Back</Button>
            <Button
              kind={environment.protected ? 'guard' : 'main'}
              disabled={save.isPending || !review.data || review.data.length === 0}
              onClick={run}
            >
              Save to {environment.name}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The title says what is saved. */
const withoutPlace = (line: string) => line.replace(/^targeting of \S+ in \S+: /, '');

/** Somebody else was faster. */
function Behind({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  return (
    <>
      <p>Somebody saved a change here since you began. Your changes are kept until you decide.</p>
      <div className={kit.actions}>
        <Button
          onClick={() => {
            draft.discard();
            onClose();
          }}
        >
          Discard your changes
        </Button>
        <Button
          kind="danger"
          onClick={() => {
            draft.rebase();
            onClose();
          }}
        >
          Keep your changes, and review them against what is there now
        </Button>
      </div>
    </>
  );
}

function Refused({ error }: { error: Error }) {
  return (
    <div className={kit.wrong} role="alert">
      <p>{error.message} Nothing was saved; your changes are kept.</p>
      <Holders of={error} />
    </div>
  );
}
