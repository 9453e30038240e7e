import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import kit from './kit.module.css';

export interface TabLink extends Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'> {
  readonly key: string;
  readonly label: ReactNode;
}

/** Links that look like tabs: each is an address of its own. */
export function TabLinks({ label, items }: { label: string; items: readonly TabLink[] }) {
  return (
    <nav className={kit.tabs} aria-label={label}>
      {items.map(({ key, label: text, ...link }) => (
        <Link key={key} className={kit.tab} activeProps={{ 'aria-current': 'page' }} {...link}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
