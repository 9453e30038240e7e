import { useId, type ComponentProps } from 'react';
import kit from '../kit.module.css';

/** Renders a labelled select. */
export function Select({
  label,
  hint,
  options,
  ...rest
}: {
  label: string;
  hint?: string | undefined;
  options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
} & Omit<ComponentProps<'select'>, 'children'>) {
  const id = useId();
  return (
    <div className={kit.field}>
      <label className={kit.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={kit.input}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
      >
        {options.map(({ value, label: text, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={kit.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
