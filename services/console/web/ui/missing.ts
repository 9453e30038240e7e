import { createContext, type ReactNode } from 'react';

/** Draws what stands where something does not exist: the frame gives it, because it knows the way to what does. */
export const MissingContext = createContext<(problem: { message: string }) => ReactNode>(
  ({ message }) => message,
);
