import { useEffect, type ReactNode } from 'react';
import style from './auth-layout.module.css';
import { Heading } from './heading.tsx';

/** Lays out a page outside of the frame, for visitors without a session and for links such as invitations. */
export function AuthLayout({
  title,
  documentTitle,
  children,
}: {
  title: string;
  documentTitle: string;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${documentTitle} · Bunting`;
  }, [documentTitle]);
  return (
    <main className={style.page} data-page>
      <div className={style.box}>
        <Bunting />
        <Heading key={title}>{title}</Heading>
        {children}
      </div>
    </main>
  );
}

function Bunting() {
  return (
    <svg width="150" height="42" viewBox="0 0 150 42" aria-hidden="true">
      <path d="M2 4c40 14 106 14 146 0" fill="none" stroke="var(--edge)" strokeWidth="1.5" />
      {[1, 2, 3, 4, 5].map((position) => {
        const x = 3 + (position - 1) * 29;
        const y = [9, 12, 14, 12, 9][position - 1]!;
        return <path key={position} d={`M${x + 4} ${y - 2}h20l-10 24z`} fill={`var(--v${position})`} />;
      })}
    </svg>
  );
}
