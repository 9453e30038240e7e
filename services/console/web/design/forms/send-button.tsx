import type { ComponentProps } from 'react';
import { Button } from '../button.tsx';
import { againIn, useWait } from '../hooks/use-wait.ts';

/** Renders the submit button of a form. After a 429 it counts down to the next attempt. */
export function SendButton({
  problem,
  disabled = false,
  children,
  ...rest
}: ComponentProps<typeof Button> & {
  /** The error of the last attempt. */
  readonly problem: unknown;
}) {
  const wait = useWait(problem);
  return (
    <Button type="submit" {...rest} disabled={disabled || wait > 0}>
      {wait > 0 ? againIn(wait) : children}
    </Button>
  );
}
