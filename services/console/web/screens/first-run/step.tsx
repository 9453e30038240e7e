import type { ReactNode } from 'react';
import { Icon } from '../../design/icons.tsx';
import style from './first-run.module.css';

const words = { done: ', done', now: ', now', waits: ', later' } as const;

/** Renders a step of the setup. */
export function Step({
  number,
  title,
  state,
  children,
}: {
  number: number;
  title: string;
  state: keyof typeof words;
  children?: ReactNode;
}) {
  return (
    <li className={style.step} data-state={state}>
      <span className={style.number} aria-hidden="true">
        {state === 'done' ? <Icon name="check" size={14} /> : number}
      </span>
      <div className={style.body}>
        <h2>
          {title}
          <span className="hidden-text">{words[state]}</span>
        </h2>
        {children && <div className={style.content}>{children}</div>}
      </div>
    </li>
  );
}
