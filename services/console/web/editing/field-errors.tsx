import { useEffect } from 'react';
import { getErrorDetails } from '../api/api-error.ts';
import { FormProblem } from '../design/forms/form-problem.tsx';
import kit from '../design/kit.module.css';
import { BarLines } from './bar-lines.tsx';

/** Focuses the first invalid field. Buttons are found by their container, because they cannot be invalid. */
export function focusFirstInvalid(): void {
  const invalid = '[aria-invalid="true"], [data-wrong="true"] :is(button, [role="switch"])';
  document.querySelector('main')?.querySelector<HTMLElement>(invalid)?.focus();
}

/**
 * Lists errors of a draft in the save bar: those that no field shows or, with `namePath`, all of them, because fields can be out of view.
 * Focuses the first invalid field, once a closing dialog has returned the focus.
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
          <ul className={kit.errorDetails}>
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
