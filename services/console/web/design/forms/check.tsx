import { useId, type ReactNode } from 'react';
import kit from '../kit.module.css';

/** Renders a checkbox with a name and an explanation. */
export function Check({
  label,
  checked,
  disabled,
  onChange,
  children,
}: {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <label className={kit.named}>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <b>{label}</b>
      </label>
      <p id={id} className={kit.hint}>
        {children}
      </p>
    </div>
  );
}
