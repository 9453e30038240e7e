import { createClient, type Evaluations } from '@bunting/client';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import type { PageState } from './page-state.ts';
import { pageKeys } from './variables.ts';

const read = (id: string): unknown => JSON.parse(document.getElementById(id)!.textContent);
const state = read('state') as PageState;
const bootstrap = read('bootstrap') as Evaluations;
const client = createClient({
  url: state.url,
  key: state.clientKey,
  user: state.user,
  keys: pageKeys,
  // Version 0: Bunting did not answer the server, so the page asks for itself.
  ...(bootstrap.version > 0 && { bootstrap }),
});

hydrateRoot(document.getElementById('root')!, <App client={client} state={state} />);
