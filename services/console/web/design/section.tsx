import { useId, type ReactNode } from 'react';
import kit from './kit.module.css';

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
    <section className={kit.section} aria-labelledby={id}>
      <div className={kit.sectionHead}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
