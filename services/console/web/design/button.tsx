import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import kit from './kit.module.css';

export type ButtonKind = 'plain' | 'main' | 'guard' | 'danger' | 'quiet';

interface Own {
  readonly kind?: ButtonKind | undefined;
  readonly icon?: IconName;
  /** Why it cannot be pressed: shown and read, and the button stays reachable. Undefined = it can. */
  readonly refusal?: string | undefined;
  readonly children: ReactNode;
}

export function Button({
  kind = 'plain',
  icon,
  refusal,
  children,
  onClick,
  ...rest
}: Own & ComponentProps<'button'>) {
  const refused = refusal === undefined ? {} : { 'aria-disabled': true, title: refusal };
  return (
    <button
      type="button"
      className={kit.button}
      data-kind={kind}
      {...rest}
      {...refused}
      onClick={refusal === undefined ? onClick : (event) => event.preventDefault()}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {refusal !== undefined && <span className="hidden-text">, not possible: {refusal}</span>}
    </button>
  );
}

/** A button without text; its label is read aloud and is its tooltip. */
export function IconButton({
  icon,
  label,
  refusal,
  ...rest
}: { icon: IconName; label: string; refusal?: string | undefined } & Omit<
  ComponentProps<'button'>,
  'children'
>) {
  const refused = refusal === undefined ? {} : { 'aria-disabled': true, onClick: undefined };
  return (
    <button
      type="button"
      className={kit.button}
      data-kind="quiet"
      data-shape="icon"
      aria-label={label}
      title={refusal ?? label}
      {...rest}
      {...refused}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Beside what they do; `aria-keyshortcuts` or the text says them to readers. */
export function Keys({ children, isSaid = false }: { children: string; isSaid?: boolean }) {
  return (
    <kbd className={kit.key} aria-hidden={!isSaid}>
      {children}
    </kbd>
  );
}
