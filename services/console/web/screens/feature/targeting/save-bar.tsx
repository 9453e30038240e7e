import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isContentError } from '../../../api/api-error.ts';
import { featureQuery, servingQuery, type OfServing } from '../../../api/queries/project.ts';
import type { Environment, Serving } from '../../../api/types.ts';
import { BehindDialog, type Resolution } from '../../../flags/condition/behind-dialog.tsx';
import { fieldsOf } from '../../../flags/condition/said.ts';
import type { Action } from '../../../page/actions.ts';
import { Differences } from '../../../editing/differences.tsx';
import { BarLines } from '../../../editing/bar-lines.tsx';
import { RefusedDraft } from '../../../editing/refused-draft.tsx';
import { SaveBar as Bar } from '../../../editing/save-bar.tsx';
import { useToast } from '../../../design/floating/toast.tsx';
import { useLastKnown } from '../../../editing/use-last-known.ts';
import { whoSaved } from '../../../editing/who-saved.ts';
import { merge, useSave, type Difference } from './changes.ts';
import type { Draft } from './draft.ts';
import { documentOf } from './model.ts';
import { ReviewDialog } from './review-dialog.tsx';

/** In the bar. */
const shownLines = 4;

interface BarOptions {
  readonly target: OfServing;
  readonly draft: Draft;
  readonly environment: Environment;
  readonly refusal: string | undefined;
  /** What saving would change, told by the server for the draft of a moment ago. */
  readonly review: { readonly data: readonly Difference[] | undefined; readonly error: Error | null };
  readonly hints: readonly string[];
  /** Somebody has tried to save what is drafted now. */
  readonly isTried: boolean;
  readonly onTry: () => void;
}

/** Stands at the bottom while there is a draft. Nothing is saved before its difference was seen, in the words of the audit log. */
export function SaveBar({ target, draft, environment, refusal, review, hints, isTried, onTry }: BarOptions) {
  const [shown, setShown] = useState<'review' | 'behind'>();
  const [attempt, setAttempt] = useState(0);
  const comment = useState('');
  const save = useSave(target);
  const client = useQueryClient();
  const { data: feature } = useQuery(featureQuery(target));
  const nameOf = (slug: string) => feature?.body.variations.find((each) => each.slug === slug)?.name || slug;
  const say = useToast();
  const lines = review.data ?? [];
  // A conflict opens over the review, which keeps showing what it showed.
  const reviewed = useLastKnown(review.data);
  const error = save.error ?? review.error;
  // While one saves oneself, another version is most likely one's own.
  const isBehind = !save.isPending && (draft.isBehind || (error instanceof ApiError && error.status === 412));
  function run(text?: string) {
    // The version of what is being saved is another one once that is answered.
    if (save.isPending) return;
    const sent = draft.value;
    save.mutate(
      { document: sent, etag: draft.etag, comment: text },
      {
        onSuccess({ body, etag, changeId }) {
          draft.settle(sent, { etag, base: documentOf(body as Serving) });
          comment[1]('');
          setShown(undefined);
          const change = { org: target.org, id: changeId };
          const subject = `${target.feature} in ${environment.name}.`;
          say(`Saved: ${subject}`, { change, subject });
        },
        onError: (refused) => {
          const isConflict = refused instanceof ApiError && refused.status === 412;
          if (shown !== 'review') setShown(isConflict ? 'behind' : 'review');
        },
      },
    );
  }
  // The lines of what is not protected stand here already; where there are more, they are reviewed first.
  const isShown = !environment.protected && review.data !== undefined && error === null && lines.length > 0;
  const isSeen = isShown && lines.length <= shownLines;
  const keys: Action = {
    label: isSeen ? `Save to ${environment.name}` : 'Review and save',
    keys: 'Ctrl S',
    refusal,
    run: () => {
      onTry();
      setAttempt((before) => before + 1);
      if (isBehind) setShown('behind');
      else if (isSeen) run();
      else setShown('review');
    },
  };
  // What its fields say is mended in the page, not in a dialog over it.
  const mustMend = isTried && save.error === null && isContentError(review.error);
  if (mustMend && shown === 'review') setShown(undefined);
  const close = () => {
    save.reset();
    setShown(undefined);
  };
  /** Returns to the review, if the conflict came up in it. */
  const resolve = (way: Resolution) => {
    save.reset();
    if (way === 'discard' || shown !== 'review') setShown(undefined);
  };
  const problem = error instanceof ApiError ? error : undefined;
  return (
    <>
      <Bar
        said={isBehind ? whoSaved(problem?.concurrentChange) : countOf(lines.length)}
        save={keys}
        copied={draft.value}
        onLook={isBehind ? () => setShown('behind') : undefined}
        onReview={!isBehind && isSeen ? () => setShown('review') : undefined}
        onDiscard={draft.discard}
      >
        {mustMend && <RefusedDraft key={attempt} problem={review.error} fields={fieldsOf(review.error)} />}
        {isShown && !isBehind && (
          <BarLines label="What saving changes">
            <Differences changes={lines.slice(0, shownLines).map(({ what }) => ({ text: what }))} />
            {lines.length > shownLines && <span>and {lines.length - shownLines} more</span>}
          </BarLines>
        )}
      </Bar>
      {shown === 'review' && (
        <ReviewDialog
          {...{ environment, hints }}
          lines={reviewed}
          error={isBehind ? null : error}
          isUnknown={save.error instanceof ApiError && save.error.status === 0}
          {...{ draft, comment }}
          isPending={save.isPending}
          onSave={run}
          onClose={close}
        />
      )}
      {(shown === 'behind' || (shown === 'review' && isBehind)) && (
        <BehindDialog
          title={`${environment.name} was saved meanwhile`}
          {...{ problem, nameOf }}
          isProtected={environment.protected}
          draft={draft}
          merge={(both) => merge(target, both)}
          readNow={async () => {
            const { body, etag } = await client.fetchQuery({ ...servingQuery(target), staleTime: 0 });
            return { etag, base: documentOf(body) };
          }}
          onResolved={resolve}
          onClose={close}
        />
      )}
    </>
  );
}

function countOf(count: number): string {
  if (count === 0) return 'Unsaved changes';
  return count === 1 ? '1 unsaved change' : `${count} unsaved changes`;
}
