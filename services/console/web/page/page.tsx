import { useParams } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { Heading } from '../design/heading.tsx';
import style from './page.module.css';

/** Renders a screen with its h1, which gets the focus after navigation, and sets the title of the document. */
export function Page({
  title,
  documentTitle,
  crumbs,
  beside,
  below,
  actions,
  isWide = false,
  children,
}: {
  title: string;
  /** For example "New checkout · production · shop". */
  documentTitle: string;
  crumbs?: ReactNode;
  beside?: ReactNode;
  below?: ReactNode;
  actions?: ReactNode;
  /** True for pages that consist of tables. */
  isWide?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${documentTitle} · Bunting`;
  }, [documentTitle]);
  // Without the environment, so that its links keep the focus.
  const subject = useParams({
    strict: false,
    select: ({ org, project, feature, segment, endpoint, number }: Readonly<Record<string, string>>) =>
      [org, project, feature, segment, endpoint, number].join('/'),
  });
  return (
    <div className={style.page} data-page data-wide={isWide}>
      <header className={style.head}>
        <div>
          {crumbs && (
            <nav className={style.crumbs} aria-label="Breadcrumb" data-crumbs>
              {crumbs}
            </nav>
          )}
          <div className={style.titled}>
            <Heading key={subject}>{title}</Heading>
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
