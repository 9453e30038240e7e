import {
  cloneElement,
  useState,
  type ComponentType,
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
 * Renders only the trigger until it is used, because a list has hundreds. The popup's code, 40 kB, is preloaded when the pointer or the
 * focus comes near.
 */
export function OpenLate<Floating extends { trigger: ReactElement }>({
  kind,
  load,
  floating,
}: {
  kind: 'menu' | 'dialog';
  load: () => Promise<ComponentType<Floating>>;
  /** The trigger, and what it opens. */
  floating: Floating;
}): ReactNode {
  const [Popup, setPopup] = useState<ComponentType<Floating>>();
  if (Popup) return <Popup {...floating} />;
  const near = () => void load().catch(() => undefined);
  const open = () =>
    void load().then(
      (loaded) => setPopup(() => loaded),
      (cause: unknown) =>
        setPopup(() => {
          throw cause; // where it is drawn, so that the screen says it
        }),
    );
  return cloneElement(floating.trigger as ReactElement<TriggerProps>, {
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
}
