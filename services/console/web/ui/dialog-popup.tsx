import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useState, type ReactNode } from 'react';
import kit from './kit.module.css';

/** What dialog.tsx asks for when the first dialog opens. */
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
  // Of two dialogs that open in one step each would hide the other one from readers.
  const [isReady, setReady] = useState(!isOverOthers);
  useEffect(() => {
    if (isReady) return undefined;
    const timer = setTimeout(() => setReady(true));
    return () => clearTimeout(timer);
  }, [isReady]);
  return (
    <Base.Root open={isOpen && isReady} onOpenChange={(open) => !open && onClose?.()} disablePointerDismissal>
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
