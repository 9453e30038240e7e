import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import kit from './kit.module.css';

/** A modal dialog. It closes with Escape and by its own buttons. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
}: {
  isOpen: boolean;
  /** Absent = it cannot be closed without an answer. */
  onClose?: (() => void) | undefined;
  title: string;
  children: ReactNode;
}) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose?.()} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className={kit.backdrop} />
        <Base.Popup className={kit.dialog}>
          <Base.Title render={<h2>{title}</h2>} />
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
