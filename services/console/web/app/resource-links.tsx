import { Link, useRouterState } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { ResourceLinkContext, type ResourceLinkOptions } from '../design/resource-link.ts';
import { paths } from '../page/paths.ts';

/** Links errors and toasts to the resources that they name, in the organisation and project that are open. */
export function ResourceLinks({ children }: { children: ReactNode }) {
  // Stands around all routes, where `useParams` has no match to read.
  const org = useRouterState({ select: ({ matches }) => findParam(matches, 'org') });
  const openProject = useRouterState({ select: ({ matches }) => findParam(matches, 'project') });
  const drawLink = useCallback(
    ({ resource, isNewTab, children: text }: ResourceLinkOptions) => {
      const { kind, slug, environment, project = openProject } = resource;
      const rest = { children: text, ...(isNewTab && { target: '_blank' }) };
      if (kind === 'change' && resource.org !== undefined)
        return (
          <Link to={paths.auditLog} params={{ org: resource.org }} search={{ change: slug }} {...rest} />
        );
      if (kind === 'change request' && resource.org !== undefined && project !== undefined)
        return (
          <Link to={paths.changeRequest} params={{ org: resource.org, project, number: slug }} {...rest} />
        );
      if (!org) return undefined;
      if (kind === 'project') return <Link to={paths.features} params={{ org, project: slug }} {...rest} />;
      if (!project) return undefined;
      if (kind === 'feature' && environment !== undefined)
        return (
          <Link to={paths.serving} params={{ org, project, feature: slug, env: environment }} {...rest} />
        );
      if (kind === 'feature')
        return <Link to={paths.feature} params={{ org, project, feature: slug }} {...rest} />;
      if (kind === 'segment')
        return <Link to={paths.segment} params={{ org, project, segment: slug }} {...rest} />;
      if (kind === 'environment')
        return <Link to={paths.environment} params={{ org, project, env: slug }} {...rest} />;
      return undefined;
    },
    [org, openProject],
  );
  return <ResourceLinkContext value={drawLink}>{children}</ResourceLinkContext>;
}

function findParam(matches: readonly { readonly params: object }[], name: string): string | undefined {
  return (matches.at(-1)?.params as Readonly<Record<string, string>> | undefined)?.[name];
}
