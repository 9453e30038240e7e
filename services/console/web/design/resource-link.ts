import { createContext, type ReactNode } from 'react';

/** A feature, segment, environment or project that an error names, or a change in the audit log. */
export interface LinkedResource {
  readonly kind: string;
  readonly slug: string;
  /** The environment in which a feature uses something. */
  readonly environment?: string;
  /** The organisation of a change; other resources belong to the one that is open. */
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
