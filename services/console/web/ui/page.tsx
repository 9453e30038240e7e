import { useEffect, useRef, type ReactNode } from 'react';
import style from './page.module.css';

/** One screen: one h1, which gets the focus after navigation, and the title of the document. */
export function Page({
  title,
  documentTitle,
  crumbs,
  beside,
  below,
  actions,
  children,
}: {
  title: string;
  /** "New checkout · production · shop". */
  documentTitle: string;
  crumbs?: ReactNode;
  beside?: ReactNode;
  below?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${documentTitle} · Bunting`;
  }, [documentTitle]);
  useEffect(() => {
    // A link that was followed leaves the focus nowhere; a search field that is in use keeps it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={style.page}>
      <header className={style.head}>
        <div>
          {crumbs && (
            <nav className={style.crumbs} aria-label="Where this is" data-crumbs>
              {crumbs}
            </nav>
          )}
          <div className={style.titled}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {beside}
          </div>
          {below && <p className={style.below}>{below}</p>}
        </div>
        {actions && <div className={style.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
