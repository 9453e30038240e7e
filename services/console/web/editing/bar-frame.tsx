import { useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { ActionButton } from '../page/action-button.tsx';
import { useActions, type Action } from '../page/actions.ts';
import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import kit from '../design/kit.module.css';

/**
 * Restores the focus when the bar unmounts while it has the focus: to the previous element, else to the heading of the page, without
 * scrolling. Otherwise a screen reader would start again at the top of the document.
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

/** Renders the frame of the save bar, at the bottom of the page. */
export function BarFrame({
  message,
  action,
  draft,
  onResolve,
  onReview,
  onDiscard,
  children,
}: {
  message: string;
  action: Action;
  /** The value that "Copy as JSON" copies. */
  draft: unknown;
  /** Opens the conflict, which must be resolved before saving. */
  onResolve?: (() => void) | undefined;
  onReview?: (() => void) | undefined;
  onDiscard: () => void;
  /** The changes, or the errors of the draft. */
  children?: ReactNode;
}) {
  useActions([action]);
  return (
    <div className={kit.bar} role="region" aria-label="Unsaved changes" {...useFocusBack()}>
      {children}
      <div className={kit.barRow}>
        <span role="status">{message}</span>
        {onResolve && <Button onClick={onResolve}>Resolve conflict</Button>}
        <Button onClick={onDiscard}>Discard</Button>
        {action.disabledReason !== undefined && (
          <CopyButton label="Copy as JSON" text={JSON.stringify(draft, undefined, 2)} />
        )}
        {onReview && <Button onClick={onReview}>Review</Button>}
        {!onResolve && <ActionButton kind="main" action={action} />}
      </div>
    </div>
  );
}
