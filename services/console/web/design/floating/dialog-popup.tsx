import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import kit from '../kit.module.css';
import style from './dialog.module.css';

/** The number of open dialogs that stand over others. */
let open = 0;
const listeners = new Set<() => void>();
const countOpen = (by: number) => {
  open += by;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Returns whether a dialog may open. An opening dialog hides all others from screen readers, so one that stands over others opens last, and
 * others wait until it has closed.
 */
function useTurn(isOpen: boolean, isOverOthers: boolean): boolean {
  const isBehind = useSyncExternalStore(subscribe, () => open > 0) && !isOverOthers;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (isReady || isBehind || !isOpen) return undefined;
    const timer = setTimeout(() => setReady(true), isOverOthers ? 1 : 0);
    return () => clearTimeout(timer);
  }, [isReady, isBehind, isOpen, isOverOthers]);
  useEffect(() => {
    if (!isOpen || !isOverOthers) return undefined;
    countOpen(1);
    return () => countOpen(-1);
  }, [isOpen, isOverOthers]);
  return isReady;
}

/** Returns whether the target holds typed text. Choices and switches are repeated by a click, so losing them is no harm. */
function isText(target: EventTarget): boolean {
  if (!(target instanceof HTMLInputElement)) return !(target instanceof HTMLSelectElement);
  return !['checkbox', 'radio', 'range', 'file'].includes(target.type);
}

/** Requires a second Esc to close a dialog with typed text. */
function useTyped(isOpen: boolean, onClose: (() => void) | undefined) {
  const [typed, setTyped] = useState<'nothing' | 'something' | 'asked'>('nothing');
  if (!isOpen && typed !== 'nothing') setTyped('nothing');
  return {
    isAsked: typed === 'asked',
    /** Prefilled fields send no input event, so they do not count as typed. */
    note: ({ target }: { target: EventTarget }) => isText(target) && setTyped('something'),
    leave: () => (typed === 'something' ? setTyped('asked') : onClose?.()),
  };
}

/** Renders the dialog itself. dialog.tsx loads it when the first dialog opens. */
export function DialogPopup({
  isOpen,
  onClose,
  title,
  isOverOthers = false,
  children,
}: {
  isOpen: boolean;
  onClose?: (() => void) | undefined;
  isOverOthers?: boolean | undefined;
  title: string;
  children: ReactNode;
}) {
  const isReady = useTurn(isOpen, isOverOthers);
  const { isAsked, note, leave } = useTyped(isOpen, onClose);
  return (
    <Base.Root open={isOpen && isReady} onOpenChange={(open) => !open && leave()} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className={kit.backdrop} />
        <Base.Popup className={kit.dialog} onInput={note}>
          <Base.Title render={<h2>{title}</h2>} />
          {children}
          {/* The element exists before its text, so that screen readers announce the text. */}
          <p className={style.asked} role="status">
            {isAsked && onClose && 'Press Esc again to discard what you typed.'}
          </p>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
