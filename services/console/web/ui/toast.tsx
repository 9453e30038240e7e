import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react';
import kit from './kit.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  /** What Undo does. */
  readonly undo?: (() => void) | undefined;
}

type Say = (text: string, options?: { undo?: () => void }) => void;
const ToastContext = createContext<Say>(() => {});
const shownMs = 10_000;
let last = 0;

/** Confirms what was done and where. Errors are never told by a toast: they stand where the cause is. */
export const useToast = () => use(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const drop = useCallback((id: number) => setToasts((shown) => shown.filter((each) => each.id !== id)), []);
  const say: Say = useCallback((text, { undo } = {}) => {
    last += 1;
    const toast = { id: last, text, undo };
    setToasts((shown) => [...shown.slice(-2), toast]);
  }, []);
  return (
    <ToastContext value={say}>
      {children}
      <div className={kit.toasts} role="status">
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} onEnd={drop} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastView({ toast, onEnd }: { toast: Toast; onEnd: (id: number) => void }) {
  const [isHeld, setHeld] = useState(false);
  const { id, undo } = toast;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => onEnd(id), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, id, onEnd]);
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false) };
  return (
    <div className={kit.toast} {...hold} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
      <span>{toast.text}</span>
      {undo !== undefined && (
        <button
          type="button"
          onClick={() => {
            undo();
            onEnd(id);
          }}
        >
          Undo
        </button>
      )}
    </div>
  );
}
