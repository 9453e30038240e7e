/** The actions of the current screen: one table for its buttons, shortcuts, the palette and the dialog of shortcuts. */
import { useEffect, useRef } from 'react';
import type { IconName } from '../design/icons.tsx';

export interface Action {
  readonly label: string;
  /** A single letter, or `Ctrl S`, which works in fields too. */
  readonly keys?: string;
  readonly icon?: IconName;
  /** The reason why it is disabled; undefined = enabled. */
  readonly disabledReason?: string | undefined;
  readonly run: () => void;
}

const tables = new Set<{ readonly current: readonly Action[] }>();

/** Registers actions while the component is mounted. Actions of parts follow those of the screen. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    tables.add(latest);
    return () => void tables.delete(latest);
  }, []);
}

/** Returns the current actions. Of two with the same keys, the one registered last wins. */
export function shownActions(): readonly Action[] {
  const all = [...tables].flatMap(({ current }) => current);
  return all.filter(
    ({ keys }, index) => keys === undefined || !all.slice(index + 1).some((each) => each.keys === keys),
  );
}
