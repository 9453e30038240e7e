import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import kit from './kit.module.css';

export interface MenuItem {
  readonly label: ReactNode;
  readonly key: string;
  readonly icon?: IconName | undefined;
  readonly refusal?: string | undefined;
  readonly run: () => void;
}

export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={kit.positioner} sideOffset={4} align="start">
          <Base.Popup className={kit.popup}>
            {items.map(({ key, label, icon, refusal, run }) => (
              <Base.Item
                key={key}
                className={kit.item}
                disabled={refusal !== undefined}
                title={refusal}
                onClick={run}
              >
                {icon && <Icon name={icon} />}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
