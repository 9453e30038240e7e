import type { ReactNode } from 'react';
import kit from '../design/kit.module.css';

/**
 * Renders the content above the buttons of the save bar. Its height is bounded and it scrolls, also by keys, so that the bar covers little
 * of the page.
 */
export function BarLines({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={kit.barLines} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}
