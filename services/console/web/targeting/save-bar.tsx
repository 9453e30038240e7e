import { useState } from 'react';
import { Problem } from '../api/problem.ts';
import type { OfServing } from '../api/queries.ts';
import type { Environment } from '../api/types.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { useActions, type Action } from '../ui/actions.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Differences } from '../ui/differences.tsx';
import { useToast } from '../ui/toast.tsx';
import { BehindDialog } from './behind-dialog.tsx';
import { useSave, type Difference } from './changes.ts';
import type { Draft } from './draft.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { whoSaved } from '../conditions/saved-by.ts';
import style from './targeting.module.css';

interface BarOptions {
  readonly target: OfServing;
  readonly draft: Draft;
  readonly environment: Environment;
  readonly refusal: string | undefined;
  /** What saving would change, told by the server for the draft of a moment ago. */
  readonly review: { readonly data: readonly Difference[] | undefined; readonly error: Error | null };
  readonly hints: readonly string[];
}

/** Stands at the bottom while there is a draft. Nothing is saved before its difference was seen, in the words of the audit log. */
export function SaveBar({ target, draft, environment, refusal, review, hints }: BarOptions) {
  const [shown, setShown] = useState<'review' | 'behind'>();
  const save = useSave(target);
  const say = useToast();
  const lines = review.data ?? [];
  const error = save.error ?? review.error;
  const isBehind = draft.isBehind || (error instanceof Problem && error.status === 412);
  function run(comment?: string) {
    save.mutate(
      { document: draft.value, etag: draft.etag, comment },
      {
        onSuccess({ changeId }) {
          draft.discard();
          setShown(undefined);
          const change = { org: target.org, id: changeId };
          say(`Saved: ${target.feature} in ${environment.name}.`, { change });
        },
        onError: (refused) =>
          setShown(refused instanceof Problem && refused.status === 412 ? 'behind' : 'review'),
      },
    );
  }
  // The lines of what is not protected stand here already.
  const isSeen = !environment.protected && review.data !== undefined && error === null && lines.length > 0;
  const keys: Action = {
    label: isSeen ? `Save to ${environment.name}` : 'Review and save',
    keys: 'Ctrl S',
    refusal,
    run: () => (isBehind ? setShown('behind') : isSeen ? run() : setShown('review')),
  };
  useActions([keys]);
  return (
    <>
      <div className={style.bar} role="region" aria-label="Unsaved changes">
        {isSeen && !isBehind && (
          <div className={style.barLines}>
            <Differences changes={lines.slice(0, 4)} />
            {lines.length > 4 && <span>and {lines.length - 4} more</span>}
          </div>
        )}
        <span role="status">{isBehind ? whoSaved(error) : countOf(lines.length)}</span>
        {isBehind && <Button onClick={() => setShown('behind')}>Look</Button>}
        <Button onClick={draft.discard}>Discard</Button>
        {refusal !== undefined && (
          <CopyButton label="Copy as JSON" text={JSON.stringify(draft.value, undefined, 2)} />
        )}
        {!isBehind && isSeen && <Button onClick={() => setShown('review')}>Review</Button>}
        {!isBehind && <ActionButton kind="main" action={keys} />}
      </div>
      {shown === 'review' && (
        <ReviewDialog
          {...{ environment, lines: review.data, hints, error }}
          draft={draft}
          isPending={save.isPending}
          onSave={run}
          onClose={() => {
            save.reset();
            setShown(undefined);
          }}
        />
      )}
      {shown === 'behind' && (
        <BehindDialog
          {...{ target, draft, environment }}
          problem={error instanceof Problem ? error : undefined}
          onClose={() => {
            save.reset();
            setShown(undefined);
          }}
        />
      )}
    </>
  );
}

function countOf(count: number): string {
  if (count === 0) return 'Unsaved changes';
  return count === 1 ? '1 unsaved change' : `${count} unsaved changes`;
}
