import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import kit from '../design/kit.module.css';

export interface TabLink extends Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'> {
  readonly key: string;
  readonly label: ReactNode;
  /** Marks the tab as current at other addresses, too. */
  readonly isShown?: boolean;
}

/** Renders links that look like tabs; each has its own address. */
export function TabLinks({
  label,
  items,
  isOfEnvironments = false,
}: {
  label: string;
  items: readonly TabLink[];
  /** The keys [ and ] move between them. */
  isOfEnvironments?: boolean;
}) {
  return (
    <nav className={kit.tabs} aria-label={label} {...(isOfEnvironments && { 'data-environments': true })}>
      {items.map(({ key, label: text, isShown = false, ...link }) => (
        <Link
          key={key}
          className={kit.tab}
          activeProps={{ 'aria-current': 'page' }}
          {...(isShown && { 'aria-current': 'true' })}
          {...link}
        >
          {({ isActive }) => <Name isShown={isShown || isActive}>{text}</Name>}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls the current tab into view if the tabs are wider than the page. */
function Name({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const name = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const tab = name.current?.closest('a');
    const tabs = tab?.closest('nav');
    if (!isShown || !tab || !tabs) return;
    const [all, one] = [tabs.getBoundingClientRect(), tab.getBoundingClientRect()];
    // Scrolls only sideways, so that the page stays where it is.
    tabs.scrollLeft += Math.max(0, one.right - all.right) + Math.min(0, one.left - all.left);
  }, [isShown]);
  return (
    <span ref={name} className={kit.named}>
      {children}
    </span>
  );
}
