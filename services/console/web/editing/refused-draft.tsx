import { useEffect } from 'react';
import { FormProblem } from '../design/forms/form-problem.tsx';
import kit from '../design/kit.module.css';
import { BarLines } from './bar-lines.tsx';
import { getErrorDetails } from '../api/api-error.ts';

/** A button cannot be invalid: what holds it says so. */
export function focusFirstMarked(): void {
  const marked = '[aria-invalid="true"], [data-wrong="true"] :is(button, [role="switch"])';
  document.querySelector('main')?.querySelector<HTMLElement>(marked)?.focus();
}

/**
 * In the save bar: why a draft was refused, and what no field of the page says of itself. The first field that does gets the focus, once the
 * dialog that asked has given it back.
 */
export function RefusedDraft({
  problem,
  fields,
  nameOf,
}: {
  problem: unknown;
  fields: readonly string[];
  /** How the page calls what stands at a path: then all of it is listed, since not all of it may be in sight. */
  nameOf?: (path: string) => string;
}) {
  useEffect(() => {
    const frame = requestAnimationFrame(focusFirstMarked);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <BarLines label="What was refused">
      {nameOf === undefined ? (
        <FormProblem problem={problem} fields={fields} />
      ) : (
        <ByName problem={problem} fields={fields} nameOf={nameOf} />
      )}
    </BarLines>
  );
}

function ByName({
  problem,
  fields,
  nameOf,
}: {
  problem: unknown;
  fields: readonly string[];
  nameOf: (path: string) => string;
}) {
  const details = getErrorDetails(problem);
  const isMarked = details.every(({ path }) => fields.includes(path));
  return (
    <div className={kit.wrong} role="alert">
      <p>Nothing was saved: mend {isMarked ? 'what is marked' : 'these'}.</p>
      <ul className={kit.holders}>
        {details.map(({ path, message }, index) => (
          <li key={index}>
            <b>{nameOf(path)}</b> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
