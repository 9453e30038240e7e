import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@bunting/client';
import { createServerClient, toScript, type Evaluations, type ServerClient } from '@bunting/node';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import type { PageState } from './page-state.ts';
import { pageKeys } from './variables.ts';
import { readVisitor } from './read-visitor.ts';

/** The options for opening the shop. */
export interface ShopOptions {
  readonly bunting: { readonly url: string; readonly serverKey: string; readonly clientKey: string };
  readonly port: number;
  /** Files of the pages, by path. */
  readonly files: Readonly<Record<string, { readonly type: string; readonly content: Uint8Array }>>;
}

/** The shop while it is open. */
export interface Shop {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens the shop on this machine. */
export async function openShop({ bunting, port, files }: ShopOptions): Promise<Shop> {
  const flags = createServerClient({ url: bunting.url, key: bunting.serverKey });
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '/';
    const file = files[path];
    if (file) response.writeHead(200, { 'Content-Type': file.type }).end(file.content);
    else if (path === '/') void answerPage(request, response, flags, bunting);
    else response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such page.');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, 'localhost', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await flags.close();
    },
  };
}

/** Asks Bunting once for everything that this visitor gets, and renders with it. */
async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  flags: ServerClient,
  { url, clientKey }: ShopOptions['bunting'],
): Promise<void> {
  const user = readVisitor(request);
  const ofUser = flags.forUser(user);
  const [bootstrap, recommendations] = await Promise.all([
    ofUser.evaluations({ keys: pageKeys }),
    ofUser.value('recommendations-count', 3),
  ]);
  const state = { url, clientKey, user, recommendations };
  const client = createClient({ url, key: clientKey, user, bootstrap, offline: true, storage: false });
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src ${new URL(url).origin}; base-uri 'none'; form-action 'self'`,
    'Set-Cookie': `visitor=${user.id}; Max-Age=31536000; Path=/; SameSite=Lax; HttpOnly`,
  });
  response.end(documentOf(renderToString(<App client={client} state={state} />), state, bootstrap));
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 2h14L8 15z" fill="#a8431f"/></svg>',
)}`;

function documentOf(markup: string, state: PageState, bootstrap: Evaluations): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Acme Garlands</title>
<meta name="description" content="Garlands, swallowtails and paper lanterns, cut and sewn to order.">
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/shop.css">
</head>
<body>
<div id="root">${markup}</div>
<script id="bootstrap" type="application/json">${toScript(bootstrap)}</script>
<script id="state" type="application/json">${toScript(state)}</script>
<script type="module" src="/page.js"></script>
</body>
</html>
`;
}
