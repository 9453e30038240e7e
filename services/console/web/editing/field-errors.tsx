import { useEffect } from 'react';
import { getErrorDetails } from '../api/api-error.ts';
import { FormProblem } from '../design/forms/form-problem.tsx';
import kit from '../design/kit.module.css';
import { BarLines } from './bar-lines.tsx';

/** A button cannot be invalid: its container says so. */
export function focusFirstInvalid(): void {
  const invalid = '[aria-invalid="true"], [data-wrong="true"] :is(button, [role="switch"])';
  document.querySelector('main')?.querySelector<HTMLElement>(invalid)?.focus();
}

/**
 * Errors of a draft in the save bar: those that no field of the page shows or, with `namePath`, all of them, since fields may be out of
 * sight. The first invalid field gets the focus, once the dialog that asked has given it back.
 */
export function DraftErrors({
  error,
  hasField,
  namePath,
}: {
  error: unknown;
  hasField: (path: string) => boolean;
  namePath: ((path: string) => string) | undefined;
}) {
  useEffect(() => {
    const frame = requestAnimationFrame(focusFirstInvalid);
    return () => cancelAnimationFrame(frame);
  }, []);
  const details = getErrorDetails(error);
  const fields = details.map(({ path }) => path).filter(hasField);
  return (
    <BarLines label="Errors">
      {namePath === undefined ? (
        <FormProblem problem={error} fields={fields} />
      ) : (
        <div className={kit.wrong} role="alert">
          <p>
            Not saved. Fix {fields.length === details.length ? 'the highlighted fields' : 'these errors'}.
          </p>
          <ul className={kit.holders}>
            {details.map(({ path, message }, index) => (
              <li key={index}>
                <b>{namePath(path)}</b> {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </BarLines>
  );
}
