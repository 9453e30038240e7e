import { createContext, type ReactNode } from 'react';
import type { ApiError } from '../api/api-error.ts';

/** Renders the page for a missing resource. The app provides it, because it knows the routes. */
export const MissingContext = createContext<(error: ApiError) => ReactNode>(({ message }) => message);
