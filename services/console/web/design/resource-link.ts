import { createContext, type ReactNode } from 'react';
import type { Resource } from '../api/api-error.ts';

/** A feature, segment, environment or project that an error names, a change in the audit log, or a change request. */
export interface LinkedResource extends Resource {
  /** The organisation of a change or a change request; other resources belong to the current one. */
  readonly org?: string;
}

export interface ResourceLinkOptions {
  readonly resource: LinkedResource;
  readonly isNewTab?: boolean;
  readonly children: ReactNode;
}

/** Renders a link to the screen of a resource, or returns undefined where it has no screen. The app provides it, because it knows the routes. */
export const ResourceLinkContext = createContext<(options: ResourceLinkOptions) => ReactNode | undefined>(
  () => undefined,
);
