import { useId } from 'react';
import kit from '../kit.module.css';
import { DateInput } from './date-input.tsx';
import { useFieldProblem } from './form.tsx';

/** Renders a labelled input for a date, or a date and a time. */
export function DateField({
  label,
  value,
  hasTime = false,
  name,
  hint,
  wrong,
  required,
  onChange,
}: {
  label: string;
  /** In the form of `<input type="date">` or `datetime-local`; empty = none. */
  value: string;
  hasTime?: boolean;
  name?: string;
  hint?: string | undefined;
  wrong?: string | undefined;
  required?: boolean;
  /** Called with a date, an empty text, or undefined if the text is not a date. */
  onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  const problem = useFieldProblem(id) ?? wrong;
  return (
    <div className={kit.field}>
      <label className={kit.label} htmlFor={id}>
        {label}
      </label>
      <DateInput
        id={id}
        {...{ label, value, hasTime, name, required, onChange }}
        {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-message` })}
      />
      {hint !== undefined && <p className={kit.hint}>{hint}</p>}
      {problem !== undefined && (
        <p id={`${id}-message`} className={kit.wrong}>
          {problem}
        </p>
      )}
    </div>
  );
}
