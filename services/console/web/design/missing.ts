import { createContext, type ReactNode } from 'react';

interface MissingProblem {
  readonly message: string;
  /** What does not exist. */
  readonly resource?: { readonly kind: string; readonly slug: string } | undefined;
}

/** Draws what stands where something does not exist: the frame gives it, because it knows the way to what does. */
export const MissingContext = createContext<(problem: MissingProblem) => ReactNode>(({ message }) => message);
