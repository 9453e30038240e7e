import { lazy, type ReactElement, type ReactNode } from 'react';
import type { IconName } from './icons.tsx';
import { OpenLate } from './open-late.tsx';

export interface MenuItem {
  readonly label: ReactNode;
  readonly key: string;
  readonly icon?: IconName | undefined;
  readonly refusal?: string | undefined;
  readonly run?: () => void;
  /** An item that goes somewhere is a link, without children. */
  readonly link?: ReactElement;
}

const load = () => import('./menu-popup.tsx');
const Popup = lazy(async () => ({ default: (await load()).MenuPopup }));

export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) {
  return (
    <OpenLate trigger={trigger} kind="menu" load={load}>
      <Popup trigger={trigger} items={items} />
    </OpenLate>
  );
}
