import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { Icon } from '../icons.tsx';
import popup from './popup.module.css';
import style from './menu.module.css';
import type { MenuItem } from './menu.tsx';

/** Renders the open menu. menu.tsx loads it on demand. */
export function MenuPopup({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) {
  // Items without an icon align with the others.
  const hasIcons = items.some(({ icon }) => icon !== undefined);
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={popup.positioner} sideOffset={4} align="start">
          <Base.Popup className={popup.popup}>
            {items.map(({ key, label, icon, disabledReason, run, link }) => (
              <Base.Item
                key={key}
                className={style.item}
                disabled={disabledReason !== undefined}
                onClick={run}
                {...(link && { render: link })}
              >
                {icon ? <Icon name={icon} /> : hasIcons && <span className={style.noIcon} />}
                <span>
                  {label}
                  {disabledReason !== undefined && (
                    <span className={style.reason}>
                      <span className="hidden-text">, not possible: </span>
                      {disabledReason}
                    </span>
                  )}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
