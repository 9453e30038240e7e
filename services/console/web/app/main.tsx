import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../api/query-client.ts';
import { createConsoleRouter } from './router.tsx';
import { applyTheme } from '../design/preferences.ts';
import '../design/tokens.css';

applyTheme();
const client = createQueryClient();
const router = createConsoleRouter(client);

/** The time in which only the first screen uses the connections. */
const firstScreenMs = 300;
const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000));

// Preloads menus and dialogs once the first screen is drawn and the browser is idle, so that the first menu opens at once. Earlier they would
// take connections from the first screen.
const unsubscribe = router.subscribe('onRendered', () => {
  unsubscribe();
  setTimeout(() => whenIdle(loadFloating), firstScreenMs);
});

function loadFloating() {
  for (const load of [
    () => import('../design/floating/menu-popup.tsx'),
    () => import('../design/floating/popover-popup.tsx'),
    () => import('../design/floating/dialog-popup.tsx'),
  ])
    load().catch(() => undefined);
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
