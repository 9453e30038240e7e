import { useEffect, useRef } from 'react';
import { getErrorDetails } from '../../api/api-error.ts';
import { DetailList, ExistingResourceLink } from '../error-details.tsx';
import kit from '../kit.module.css';
import { RequestId } from '../request-id.tsx';

/** Returns the error message of one field: `wrong={getFieldError(error, 'slug')}`. */
export function getFieldError(error: unknown, path: string): string | undefined {
  return getErrorDetails(error).find((detail) => detail.path === path)?.message;
}

function focusFirstWrong(within: Element | null | undefined): void {
  within?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/**
 * Shows the error of a form, and the details that no field shows. `fields` are the paths of fields that show theirs; the first invalid one
 * gets the focus.
 */
export function FormProblem({ problem, fields }: { problem: unknown; fields?: readonly string[] }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) focusFirstWrong(alert.current?.closest('form'));
  }, [problem]);
  if (!problem) return null;
  const { message } = problem as { readonly message: string };
  const rest = getErrorDetails(problem).filter(({ path }) => !fields?.includes(path));
  // With details, the sentence only introduces them.
  const hasDetails = getErrorDetails(problem).length > 0;
  const ofDetails = rest.length === 0 ? 'Not saved. Fix the highlighted fields.' : 'Not saved:';
  const sentence = hasDetails ? ofDetails : message;
  return (
    <div ref={alert} className={kit.wrong} role="alert">
      <p>{sentence}</p>
      {rest.length > 0 && <DetailList details={rest} />}
      <ExistingResourceLink of={problem} />
      <RequestId of={problem} />
    </div>
  );
}
