import type { ReactElement, ReactNode } from 'react';
import { OpenLate } from './open-late.tsx';

const load = async () => (await import('./popover-popup.tsx')).PopoverPopup;

/** Something that floats beside what opened it. Its content is made when it opens. */
export function Popover(popover: { trigger: ReactElement; title: string; children: ReactNode }) {
  return <OpenLate kind="dialog" load={load} floating={popover} />;
}
