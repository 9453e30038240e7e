import { lazy, Suspense, useState, type ReactNode } from 'react';

const Popup = lazy(async () => ({ default: (await import('./dialog-popup.tsx')).DialogPopup }));

/** Renders a modal dialog. Its buttons and Esc close it; with typed text, the second Esc does. */
export function Dialog(dialog: {
  isOpen: boolean;
  /** Absent = only its buttons close it. */
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
