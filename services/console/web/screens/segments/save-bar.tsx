import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, isContentError } from '../../api/api-error.ts';
import { environmentsQuery } from '../../api/queries/project.ts';
import type { Segment } from '../../api/types.ts';
import { BehindDialog, type Resolution } from '../../flags/condition/behind-dialog.tsx';
import { fieldsOf } from '../../flags/condition/said.ts';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Differences } from '../../editing/differences.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import kit from '../../design/kit.module.css';
import { RefusedDraft } from '../../editing/refused-draft.tsx';
import { ReviewForm, type CommentState } from '../../editing/review-form.tsx';
import { BarFrame as Bar } from '../../editing/bar-frame.tsx';
import { Touches } from '../../flags/affected/touches.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import type { useDraft } from '../../editing/use-draft.ts';
import { useLastKnown } from '../../editing/use-last-known.ts';
import { whereServed } from '../../flags/affected/where-served.ts';
import { whoSaved } from '../../editing/who-saved.ts';
import { merge, useSave, type useReview } from './changes.ts';
import { documentOf, saidOfServing, type Document } from './model.ts';
import { segmentQuery, type OfSegment } from '../../api/queries/segments.ts';

interface BarOptions {
  readonly target: OfSegment;
  readonly draft: ReturnType<typeof useDraft<Document>>;
  readonly review: ReturnType<typeof useReview>;
  /** Why the draft was refused. */
  readonly refused: Error | null;
  readonly refusal: string | undefined;
  /** The protected environments that use it. */
  readonly guarded: readonly string[];
  /** Rules name it. */
  readonly isUsed: boolean;
}

/** Stands at the bottom while there is a draft. */
export function SaveBar({ target, draft, review, refused, refusal, guarded, isUsed }: BarOptions) {
  const [isReviewing, setReviewing] = useState(false);
  const comment = useState('');
  // What its fields say is mended in the page, not in a dialog over it.
  const mustMend = isContentError(refused);
  if (mustMend && isReviewing) setReviewing(false);
  const open = () => setReviewing(true);
  return (
    <>
      <Bar
        said={draft.isBehind ? whoSaved(undefined) : 'Unsaved changes'}
        save={{ label: 'Review and save', keys: 'Ctrl S', refusal, run: open }}
        copied={draft.value}
        onDiscard={draft.discard}
      >
        {mustMend && <RefusedDraft key={review.submittedAt} problem={refused} fields={fieldsOf(refused)} />}
      </Bar>
      {isReviewing && (
        <ReviewDialog
          {...{ target, draft, review, comment, guarded, isUsed }}
          onClose={() => setReviewing(false)}
        />
      )}
    </>
  );
}

function ReviewDialog({
  target,
  draft,
  review,
  comment,
  guarded,
  isUsed,
  onClose,
}: Omit<BarOptions, 'refused' | 'refusal'> & {
  comment: CommentState;
  onClose: () => void;
}) {
  const save = useSave(target);
  const client = useQueryClient();
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const say = useToast();
  const error = save.error ?? review.error;
  const isBehind = draft.isBehind || (error instanceof ApiError && error.status === 412);
  const found = review.data;
  // A conflict opens over the review, which keeps showing what it showed.
  const shown = useLastKnown(found);
  const isProtected = guarded.length > 0;
  const where = whereServed(shown?.touches ?? [], shown?.touches_omitted ?? 0, environments);
  /** Its failure stands in the dialog. The bar goes when the segment is read anew, so nothing is left to a callback of it. */
  async function run(text: string | undefined) {
    const sent = draft.value;
    const asked = { document: sent, etag: draft.etag, comment: text };
    const saved = await save.mutateAsync(asked).catch(() => undefined);
    if (saved === undefined) return;
    draft.settle(sent, { etag: saved.etag, base: documentOf(saved.body as Segment) });
    comment[1]('');
    onClose();
    say(`Saved the segment ${target.segment}.`, { change: { org: target.org, id: saved.changeId } });
  }
  const { mutate } = review;
  const { value, etag, serverEtag } = draft;
  // Also once somebody else has saved: the dry run of a stale draft is refused, and the refusal says who saved and what.
  useEffect(() => mutate({ document: value, etag, serverEtag }), [mutate, value, etag, serverEtag]);
  function resolve(way: Resolution) {
    save.reset();
    if (way === 'discard') onClose();
  }
  return (
    <>
      <Dialog isOpen onClose={onClose} title={`Save ${draft.value.name || target.segment}?`}>
        <ReviewForm
          action={where.list === '' ? 'Save the segment' : `Save to ${where.list}`}
          isProtected={where.isProtected}
          isReady={!isBehind && !save.isPending && found !== undefined && found.changes.length > 0}
          problem={isBehind ? null : save.error}
          refused={<FormProblem problem={isBehind ? null : error} />}
          comment={comment}
          onSave={(text) => void run(text)}
          onClose={onClose}
        >
          {shown && (
            <Found {...{ draft, isUsed, environments }} found={shown} isProtected={where.isProtected} />
          )}
        </ReviewForm>
      </Dialog>
      {isBehind && (
        <BehindDialog
          title={`${target.segment} was saved meanwhile`}
          problem={error instanceof ApiError ? error : undefined}
          isShort
          isProtected={isProtected}
          draft={draft}
          merge={(both) => merge(target, both)}
          readNow={async () => {
            const { body, etag } = await client.fetchQuery({ ...segmentQuery(target), staleTime: 0 });
            return { etag, base: documentOf(body) };
          }}
          onResolved={resolve}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** What the dry run says. */
function Found({
  draft,
  found,
  isUsed,
  isProtected,
  environments,
}: Pick<BarOptions, 'draft' | 'isUsed'> & {
  found: NonNullable<BarOptions['review']['data']>;
  isProtected: boolean;
  environments: Parameters<typeof Touches>[0]['environments'];
}) {
  const { changes, touches, touches_omitted: omitted } = found;
  return (
    <>
      <p className={kit.hint}>
        {saidOfServing({
          base: draft.base,
          drafted: draft.value,
          isChanged: changes.length > 0,
          isTouched: touches.length > 0,
          isUsed,
        })}
      </p>
      <Differences changes={changes.map(({ what }) => ({ text: what }))} isProtected={isProtected} />
      {touches.length > 0 && <Touches {...{ touches, omitted, environments }} />}
    </>
  );
}
