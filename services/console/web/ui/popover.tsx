import { lazy, type ReactElement, type ReactNode } from 'react';
import { OpenLate } from './open-late.tsx';

const load = () => import('./popover-popup.tsx');
const Popup = lazy(async () => ({ default: (await load()).PopoverPopup }));

/** Something that floats beside what opened it. Its content is made when it opens. */
export function Popover(popover: { trigger: ReactElement; title: string; children: ReactNode }) {
  return (
    <OpenLate trigger={popover.trigger} kind="dialog" load={load}>
      <Popup {...popover} />
    </OpenLate>
  );
}
