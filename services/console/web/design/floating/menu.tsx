import type { ReactElement, ReactNode } from 'react';
import type { IconName } from '../icons.tsx';
import { OpenLate } from './open-late.tsx';

export interface MenuItem {
  readonly label: ReactNode;
  readonly key: string;
  readonly icon?: IconName | undefined;
  readonly disabledReason?: string | undefined;
  readonly run?: () => void;
  /** A link without children, for items that navigate. */
  readonly link?: ReactElement;
}

const load = async () => (await import('./menu-popup.tsx')).MenuPopup;

export function Menu(menu: { trigger: ReactElement; items: readonly MenuItem[] }) {
  return <OpenLate kind="menu" load={load} floating={menu} />;
}
