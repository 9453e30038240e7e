import type { ComponentProps } from 'react';
import { Button } from '../button.tsx';
import { againIn, useWait } from '../hooks/use-wait.ts';

/** The button that sends a form. Where too much was asked for it counts down until the same may be sent again. */
export function SendButton({
  problem,
  disabled = false,
  children,
  ...rest
}: ComponentProps<typeof Button> & {
  /** What it was refused with: an ApiError of api/, or another error. */
  readonly problem: unknown;
}) {
  const wait = useWait(problem);
  return (
    <Button type="submit" {...rest} disabled={disabled || wait > 0}>
      {wait > 0 ? againIn(wait) : children}
    </Button>
  );
}
