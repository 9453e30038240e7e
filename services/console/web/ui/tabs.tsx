import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import kit from './kit.module.css';

export interface TabLink extends Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'> {
  readonly key: string;
  readonly label: ReactNode;
}

/** Links that look like tabs: each is an address of its own. */
export function TabLinks({
  label,
  items,
  isOfEnvironments = false,
}: {
  label: string;
  items: readonly TabLink[];
  /** The keys [ and ] go from one to the next. */
  isOfEnvironments?: boolean;
}) {
  return (
    <nav className={kit.tabs} aria-label={label} {...(isOfEnvironments && { 'data-environments': true })}>
      {items.map(({ key, label: text, ...link }) => (
        <Link key={key} className={kit.tab} activeProps={{ 'aria-current': 'page' }} {...link}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
