import { useState } from 'react';
import type { FieldProps } from '../../../flags/condition/field-errors.ts';
import kit from '../../../design/kit.module.css';
import style from './targeting.module.css';

/** Edits a percentage with up to three decimals. Invalid input changes nothing. */
export function NumberField({
  value,
  label,
  onChange,
  ...props
}: {
  value: number;
  label: string;
  onChange: (value: number) => void;
} & ReturnType<FieldProps>) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      className={`${kit.input} ${style.weight}`}
      type="number"
      min={0}
      max={100}
      step={0.001}
      value={typed ?? value}
      aria-label={label}
      {...props}
      onChange={(event) => {
        setTyped(event.target.value);
        if (!Number.isNaN(event.target.valueAsNumber)) onChange(event.target.valueAsNumber);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
