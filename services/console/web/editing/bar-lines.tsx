import type { ReactNode } from 'react';
import kit from '../design/kit.module.css';

/** What stands above the buttons of the save bar. It has a bounded height and scrolls, also by keys, so that the bar covers little of the work. */
export function BarLines({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={kit.barLines} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}
