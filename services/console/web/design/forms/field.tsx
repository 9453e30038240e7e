import { useId, type ComponentProps } from 'react';
import kit from '../kit.module.css';

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
  const said = wrong ?? hint;
  return (
    <div className={kit.field}>
      <label className={kit.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={kit.input}
        aria-invalid={wrong !== undefined}
        aria-describedby={said === undefined ? undefined : `${id}-said`}
        {...rest}
      />
      {said !== undefined && (
        <p id={`${id}-said`} className={wrong === undefined ? kit.hint : kit.wrong}>
          {said}
        </p>
      )}
    </div>
  );
}
