/** What can be done on the screen that is shown: one table feeds its buttons, the keys, the palette and the dialog of keys. */
import { useEffect, useRef } from 'react';
import type { IconName } from '../design/icons.tsx';

export interface Action {
  readonly label: string;
  /** A single letter, or `Ctrl S`, which works in fields too. */
  readonly keys?: string;
  readonly icon?: IconName;
  /** Why it cannot be done; undefined = it can. */
  readonly refusal?: string | undefined;
  readonly run: () => void;
}

const tables = new Set<{ readonly current: readonly Action[] }>();

/** Offers actions for as long as the component that calls it is shown. Those of parts come after those of the screen. */
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

/** What can be done now. Of two with the same keys, the one that was offered last. */
export function shownActions(): readonly Action[] {
  const all = [...tables].flatMap(({ current }) => current);
  return all.filter(
    ({ keys }, index) => keys === undefined || !all.slice(index + 1).some((each) => each.keys === keys),
  );
}
