import type { ReactNode } from 'react';
import style from './toggle-group.module.css';

/** Renders buttons side by side, for a choice between few values. */
export function ToggleGroup<Value extends string>({
  label,
  options,
  isChosen,
  onChange,
}: {
  label: string;
  options: readonly (readonly [value: Value, name: ReactNode])[];
  isChosen: (value: Value) => boolean;
  onChange: (value: Value) => void;
}) {
  return (
    <div className={style.group} role="group" aria-label={label}>
      {options.map(([value, name]) => (
        <button key={value} type="button" aria-pressed={isChosen(value)} onClick={() => onChange(value)}>
          {name}
        </button>
      ))}
    </div>
  );
}
