import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Problem } from './api/problem.ts';
import { createConsoleRouter } from './router.tsx';
import { applyTheme } from './ui/preferences.ts';
import './ui/tokens.css';

applyTheme();
const client = new QueryClient({
  defaultOptions: {
    // Without a network a request fails and is told, instead of waiting unseen.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      // Only what may pass by itself is asked again; a refusal is shown at once.
      retry: (count, error) =>
        count < 2 && error instanceof Problem && [0, 502, 503, 504].includes(error.status),
    },
  },
});
const router = createConsoleRouter(client);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);

// What floats is asked for when the browser has nothing else to do, so that the first menu opens at once.
const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000));
whenIdle(() => {
  for (const load of [
    () => import('./ui/menu-popup.tsx'),
    () => import('./ui/popover-popup.tsx'),
    () => import('./ui/dialog-popup.tsx'),
  ])
    load().catch(() => undefined);
});
