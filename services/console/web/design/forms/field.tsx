import { useId, type ComponentProps } from 'react';
import kit from '../kit.module.css';
import { useFieldProblem } from './form.tsx';

/** Returns the text of a form's field. */
export function typedIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Renders a labelled input with a hint or an error. */
export function Field({
  label,
  hint,
  wrong,
  ...rest
}: { label: string; hint?: string | undefined; wrong?: string | undefined } & ComponentProps<'input'>) {
  const id = useId();
  const problem = useFieldProblem(id) ?? wrong;
  const message = problem ?? hint;
  return (
    <div className={kit.field}>
      <label className={kit.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={kit.input}
        aria-invalid={problem !== undefined}
        aria-describedby={message === undefined ? undefined : `${id}-message`}
        {...rest}
      />
      {message !== undefined && (
        <p id={`${id}-message`} className={problem === undefined ? kit.hint : kit.wrong}>
          {message}
        </p>
      )}
    </div>
  );
}
