import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import style from './popup.module.css';

/** Renders an open popover beside its trigger (open-late.tsx). */
export function PopoverPopup({
  trigger,
  title,
  children,
}: {
  trigger: ReactElement;
  title: string;
  children: ReactNode;
}) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={style.positioner} sideOffset={4} align="start">
          <Base.Popup className={style.popup}>
            <Base.Title className="hidden-text">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
