import type { ReactNode } from 'react';
import style from './empty-state.module.css';

/** Renders a list that is empty: the reason for it, and the way to the first entry. */
export function EmptyState({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={style.empty}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </div>
  );
}
