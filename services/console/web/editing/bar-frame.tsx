import { useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { ActionButton } from '../page/action-button.tsx';
import { useActions, type Action } from '../page/actions.ts';
import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import kit from '../design/kit.module.css';

/**
 * The bar goes with its buttons once nothing is unsaved. Whoever pressed one gets the focus where they came from, or else at the top of the
 * page, without a scroll; without it a reader would begin anew.
 */
function useFocusBack() {
  const bar = useRef<HTMLDivElement>(null);
  const from = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const gone = bar.current;
    return () => {
      if (!gone?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        const isThere = from.current?.isConnected === true;
        const next = isThere ? from.current : document.querySelector<HTMLElement>('main h1');
        next?.focus({ preventScroll: true });
      });
    };
  }, []);
  return {
    ref: bar,
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        from.current = relatedTarget;
    },
  };
}

/** Stands at the bottom while there is a draft. Whoever may not save it any more can take it along. */
export function BarFrame({
  said,
  save,
  copied,
  onLook,
  onReview,
  onDiscard,
  children,
}: {
  said: string;
  save: Action;
  /** The draft. */
  copied: unknown;
  /** Shows what somebody else has saved, which is to be seen before one's own is. */
  onLook?: (() => void) | undefined;
  onReview?: (() => void) | undefined;
  onDiscard: () => void;
  /** What saving would change. */
  children?: ReactNode;
}) {
  useActions([save]);
  return (
    <div className={kit.bar} role="region" aria-label="Unsaved changes" {...useFocusBack()}>
      {children}
      <div className={kit.barRow}>
        <span role="status">{said}</span>
        {onLook && <Button onClick={onLook}>Look</Button>}
        <Button onClick={onDiscard}>Discard</Button>
        {save.refusal !== undefined && (
          <CopyButton label="Copy as JSON" text={JSON.stringify(copied, undefined, 2)} />
        )}
        {onReview && <Button onClick={onReview}>Review</Button>}
        {!onLook && <ActionButton kind="main" action={save} />}
      </div>
    </div>
  );
}
