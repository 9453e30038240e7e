import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import kit from './kit.module.css';

export type ButtonKind = 'plain' | 'main' | 'guard' | 'danger' | 'quiet';

interface Own {
  readonly kind?: ButtonKind | undefined;
  readonly icon?: IconName;
  /** The reason why it cannot be pressed, shown and read aloud. The button keeps the focus order. Undefined = enabled. */
  readonly disabledReason?: string | undefined;
  readonly children: ReactNode;
}

export function Button({
  kind = 'plain',
  icon,
  disabledReason,
  children,
  onClick,
  ...rest
}: Own & ComponentProps<'button'>) {
  const disabled = disabledReason === undefined ? {} : { 'aria-disabled': true, title: disabledReason };
  return (
    <button
      type="button"
      className={kit.button}
      data-kind={kind}
      {...rest}
      {...disabled}
      onClick={disabledReason === undefined ? onClick : (event) => event.preventDefault()}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {disabledReason !== undefined && <span className="hidden-text">, not possible: {disabledReason}</span>}
    </button>
  );
}

/** Renders a button without text. Its label is read aloud and shown as a tooltip. */
export function IconButton({
  icon,
  label,
  disabledReason,
  ...rest
}: { icon: IconName; label: string; disabledReason?: string | undefined } & Omit<
  ComponentProps<'button'>,
  'children'
>) {
  const disabled = disabledReason === undefined ? {} : { 'aria-disabled': true, onClick: undefined };
  return (
    <button
      type="button"
      className={kit.button}
      data-kind="quiet"
      data-shape="icon"
      aria-label={label}
      title={disabledReason ?? label}
      {...rest}
      {...disabled}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Shows a shortcut. Screen readers get it from `aria-keyshortcuts` or from the text. */
export function Keys({ children, isSaid = false }: { children: string; isSaid?: boolean }) {
  return (
    <kbd className={kit.key} aria-hidden={!isSaid}>
      {children}
    </kbd>
  );
}
