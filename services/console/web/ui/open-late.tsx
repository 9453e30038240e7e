import {
  cloneElement,
  startTransition,
  Suspense,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';

interface TriggerProps {
  readonly onClick?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly 'aria-haspopup'?: 'menu' | 'dialog';
  readonly 'aria-expanded'?: boolean;
}

/**
 * What opens something that floats. The code that places it, 40 kB, is asked for when the pointer or the focus comes near, and what floats
 * is made when it is opened: until then there is the button alone.
 */
export function OpenLate({
  trigger,
  kind,
  load,
  children,
}: {
  trigger: ReactElement;
  kind: 'menu' | 'dialog';
  load: () => Promise<unknown>;
  /** The trigger with what it has opened. */
  children: ReactNode;
}) {
  const [isWanted, setWanted] = useState(false);
  const near = () => void load().catch(() => undefined);
  const open = () => startTransition(() => setWanted(true));
  const closed = cloneElement(trigger as ReactElement<TriggerProps>, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: near,
    onFocus: near,
    onClick: open,
    onKeyDown(event) {
      if (kind !== 'menu' || event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
  });
  return <Suspense fallback={closed}>{isWanted ? children : closed}</Suspense>;
}
