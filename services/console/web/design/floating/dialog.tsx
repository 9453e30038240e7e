import { lazy, Suspense, useState, type ReactNode } from 'react';

const Popup = lazy(async () => ({ default: (await import('./dialog-popup.tsx')).DialogPopup }));

/** A modal dialog. It closes by its own buttons and with Escape; where text was typed, with the second one. */
export function Dialog(dialog: {
  isOpen: boolean;
  /** Absent = it cannot be closed without an answer. */
  onClose?: (() => void) | undefined;
  title: string;
  /** It may open over another dialog. */
  isOverOthers?: boolean;
  children: ReactNode;
}) {
  const { isOpen } = dialog;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen || isOpen ? (
    <Suspense>
      <Popup {...dialog} />
    </Suspense>
  ) : null;
}
