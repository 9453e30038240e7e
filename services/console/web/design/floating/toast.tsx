import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { ErrorDetails } from '../error-details.tsx';
import kit from '../kit.module.css';
import { ResourceLinkContext, type LinkedResource } from '../resource-link.ts';

/** The id of a change, from the header `Change-Id` of the response. */
interface ToastChange {
  readonly org: string;
  readonly id: string | undefined;
  /** It cannot be undone; the toast has only a link. */
  readonly isFinal?: boolean;
}

interface Options {
  /** A custom Undo; absent = Undo reverts `change`. */
  readonly undo?: (() => void) | undefined;
  /** The change that Undo reverts and that a link opens in the audit log. */
  readonly change?: ToastChange | undefined;
  /** A link opens it. */
  readonly resource?: LinkedResource | undefined;
  /** The text after "Undone:". Absent = the text of the toast. */
  readonly subject?: string | undefined;
}

interface Toast extends Options {
  readonly id: number;
  readonly text: string;
}

type Say = (text: string, options?: Options) => void;
type Revert = (change: { org: string; id: string }) => Promise<void>;

const ToastContext = createContext<Say>(() => {});
const shownMs = 10_000;
let last = 0;

/** Returns the function that shows a toast. Toasts confirm actions; errors are shown where they occur. */
export const useToast = () => use(ToastContext);

export function ToastProvider({ revert, children }: { revert: Revert; children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const region = useRef<HTMLDivElement>(null);
  const drop = useCallback((id: number) => setToasts((shown) => shown.filter((each) => each.id !== id)), []);
  const say: Say = useCallback((text, options = {}) => {
    last += 1;
    const toast = { ...options, id: last, text };
    // At most three toasts, or ten while the user reads one or one shows an error.
    const isRead = region.current?.querySelector(':hover, :focus-within, [role="alert"]');
    setToasts((shown) => [...shown.slice(isRead ? -9 : -2), toast]);
  }, []);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const first = region.current?.querySelector<HTMLElement>('button, a');
      if (event.key !== 'F6' || !first) return;
      event.preventDefault();
      first.focus();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <ToastContext value={say}>
      {children}
      <div ref={region} className={kit.toasts} role="status">
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} revert={revert} onEnd={drop} />
        ))}
      </div>
    </ToastContext>
  );
}

type State = { readonly kind: 'said' | 'reverting' | 'reverted' } | { readonly kind: 'not'; error: Error };

/** Shows a toast for ten seconds, longer while it has the pointer or the focus, and until it is closed if Undo failed. */
function ToastView({
  toast: { id, text, undo, change, resource, subject = text },
  revert,
  onEnd,
}: {
  toast: Toast;
  revert: Revert;
  onEnd: (id: number) => void;
}) {
  const drawLink = use(ResourceLinkContext);
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [state, setState] = useState<State>({ kind: 'said' });
  const isPaused = isUnderPointer || hasFocus || state.kind === 'reverting' || state.kind === 'not';
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => onEnd(id), shownMs);
    return () => clearTimeout(timer);
  }, [isPaused, id, onEnd]);
  async function takeBack() {
    if (undo !== undefined) {
      undo();
      onEnd(id);
    } else if (change?.id !== undefined) {
      setState({ kind: 'reverting' });
      const { org, id: changeId } = change;
      await revert({ org, id: changeId }).then(
        () => setState({ kind: 'reverted' }),
        (error: Error) => setState({ kind: 'not', error }),
      );
    }
  }
  const canUndo = undo !== undefined || (change?.id !== undefined && !change.isFinal);
  return (
    <div
      className={kit.toast}
      onMouseEnter={() => setUnderPointer(true)}
      onMouseLeave={() => setUnderPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <div>
        {state.kind === 'reverted' ? `Undone: ${subject}` : text}
        {state.kind === 'not' && (
          <div role="alert">
            Couldn’t undo. {state.error.message}
            <ErrorDetails of={state.error} />
          </div>
        )}
      </div>
      {change?.id !== undefined &&
        drawLink({ resource: { kind: 'change', slug: change.id, org: change.org }, children: 'Show' })}
      {resource && drawLink({ resource, children: 'Show' })}
      {canUndo && (state.kind === 'said' || state.kind === 'reverting') && (
        <button type="button" disabled={state.kind === 'reverting'} onClick={() => void takeBack()}>
          Undo
        </button>
      )}
      {state.kind === 'not' && (
        <button type="button" onClick={() => onEnd(id)}>
          Close
        </button>
      )}
    </div>
  );
}
