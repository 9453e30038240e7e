import { createContext, type ReactNode } from 'react';
import type { ApiError } from '../api/api-error.ts';

/** Draws what stands where something does not exist: the frame gives it, because it knows the way to what does. */
export const MissingContext = createContext<(error: ApiError) => ReactNode>(({ message }) => message);
