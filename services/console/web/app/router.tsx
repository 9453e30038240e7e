import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { base } from '../api/base.ts';
import { revertChange } from '../api/reverts.ts';
import { ResourceLinks } from './resource-links.tsx';
import { routeTree } from './routes/route-tree.tsx';
import { RouteFailed } from './route-failed.tsx';
import { NothingHere } from '../page/nothing-here.tsx';
import { ToastProvider } from '../design/floating/toast.tsx';

export function createConsoleRouter(client: QueryClient) {
  async function revert(change: { org: string; id: string }) {
    await revertChange(change);
    await client.invalidateQueries();
  }
  return createRouter({
    routeTree,
    context: { client },
    // Inside the router, because toasts have links.
    InnerWrap: ({ children }) => (
      <ResourceLinks>
        <ToastProvider revert={revert}>{children}</ToastProvider>
      </ResourceLinks>
    ),
    basepath: base || '/',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Scripts write positions into a style element otherwise.
    scrollRestoration: false,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: NothingHere,
    defaultPendingMs: 200,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
