import type { ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '../api/problem.ts';
import { Failed } from '../ui/answer.tsx';

/** A chunk of an earlier release is gone: a new page knows the present ones. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  if (/dynamically imported module|Importing a module script failed/.test(String(error))) {
    return (
      <Failed
        error={
          new Problem('A new release of Bunting is here. Load the page anew; drafts are kept.', {
            status: 400,
          })
        }
        retry={() => location.reload()}
      />
    );
  }
  return <Failed error={error} retry={reset} />;
}
