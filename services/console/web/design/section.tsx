import { useId, type ReactNode } from 'react';
import style from './section.module.css';

/** Renders a part of a screen with its heading. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={style.section} aria-labelledby={id}>
      <div className={style.sectionHead}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
