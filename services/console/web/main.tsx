import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { createConsoleRouter } from './router.tsx';
import { applyTheme } from './ui/preferences.ts';
import './ui/tokens.css';

applyTheme();
const client = createQueryClient();
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
    () => import('./ui/floating/menu-popup.tsx'),
    () => import('./ui/floating/popover-popup.tsx'),
    () => import('./ui/floating/dialog-popup.tsx'),
  ])
    load().catch(() => undefined);
});
