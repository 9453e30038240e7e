import { useEffect } from 'react';
import { focusFirstWrong, FormProblem } from '../forms/form-problem.tsx';
import kit from '../kit.module.css';

/**
 * In the save bar: why a draft was refused, and what no field of the page says of itself. The first field that does gets the focus, once the
 * dialog that asked has given it back.
 */
export function RefusedDraft({ problem, fields }: { problem: unknown; fields: readonly string[] }) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => focusFirstWrong(document.querySelector('main')));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className={kit.barLines}>
      <FormProblem problem={problem} fields={fields} />
    </div>
  );
}
