import type { ServerResponse } from 'node:http';
import { startTestReceiver } from '@bunting/testing';
import type { PageBundle } from './bundle-page.ts';

/** A site whose pages a server renders, and a service for its client that answers as a test wants. */
export interface ReactSite {
  readonly url: string;
  /** The values of the service for everybody, by key. */
  values: Readonly<Record<string, unknown>>;
  /** Further pages and scripts by path. */
  readonly pages: Map<string, string>;
  /** False while the service does not answer. */
  isAnswering: boolean;
  /** Requests for evaluations. */
  evaluations(): Asked[];
  events(): SentEvent[];
  /** Returns the number of streams opened. */
  streams(): number;
  /** Replaces values, and tells of it by the stream. */
  change(values: Readonly<Record<string, unknown>>): void;
  stop(): Promise<void>;
}

/** As much of a request as tests look at. */
interface Asked {
  readonly read: Readonly<Record<string, number>>;
}

/** As much of an event as tests look at. */
interface SentEvent {
  readonly event: string;
  readonly variable: string;
  readonly user: { readonly id?: string };
}

/**
 * Starts a site. `/` is rendered with the current values as its bootstrap, `/fallbacks` without any, `/empty` not at all. A page
 * records in `texts` what its element `banner` has shown.
 */
export async function startReactSite({ script, renderShop }: PageBundle): Promise<ReactSite> {
  const streams: ServerResponse[] = [];
  let number = 1;
  const evaluations = () => ({
    version: number,
    results: Object.fromEntries(
      Object.entries(site.values).map(([key, value]) => [key, resultOf(key, value)]),
    ),
  });
  const changeEvent = () => `id: ${number}\ndata: {}\n\n`;
  const routes: Readonly<Record<string, (res: ServerResponse, since: string | null) => void>> = {
    '/': (res) => html(res, renderShop(evaluations()), evaluations()),
    '/fallbacks': (res) => html(res, renderShop(undefined)),
    '/empty': (res) => html(res, ''),
    '/page.js': (res) => res.setHeader('Content-Type', 'text/javascript').end(script),
    '/v1/evaluations': (res) => {
      if (site.isAnswering)
        res.setHeader('Content-Type', 'application/json').end(JSON.stringify(evaluations()));
    },
    '/v1/events': (res) => res.writeHead(202, { 'Content-Type': 'application/json' }).end('{"accepted":1}'),
    '/v1/stream': (res, since) => {
      streams.push(res);
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
      // Values are shown before the stream is open, and a change between the two is told when it opens, as the service does.
      if (Number(since || 1) < number) res.write(changeEvent());
    },
  };
  const receiver = await startTestReceiver((res, received) => {
    const [path, query] = received.path.split('?') as [string, string?];
    const route = routes[path];
    const page = site.pages.get(path);
    if (page !== undefined) {
      res.setHeader('Content-Type', path.endsWith('.js') ? 'text/javascript' : 'text/html').end(page);
    } else if (route) route(res, new URLSearchParams(query).get('since'));
    else res.writeHead(404).end();
  });
  const bodiesOf = <Body>(path: string) =>
    receiver.received
      .filter((each) => each.path.startsWith(path))
      .map(({ body }) => JSON.parse(body) as Body);
  const site: ReactSite = {
    url: `http://127.0.0.1:${receiver.port}`,
    values: {},
    pages: new Map(),
    isAnswering: true,
    evaluations: () => bodiesOf<Asked>('/v1/evaluations'),
    events: () => bodiesOf<{ events: SentEvent[] }>('/v1/events').flatMap(({ events }) => events),
    streams: () => receiver.received.filter(({ path }) => path.startsWith('/v1/stream')).length,
    change(values) {
      site.values = values;
      number += 1;
      for (const stream of streams) stream.write(changeEvent());
    },
    stop: () => receiver.stop(),
  };
  return site;
}

function resultOf(key: string, value: unknown): object {
  const variation = JSON.stringify(value);
  return { key, value, variation, reason: 'targeting_rule_matched', feature: key, split: true };
}

function html(res: ServerResponse, markup: string, bootstrap?: object): void {
  res.setHeader('Content-Type', 'text/html; charset=utf-8').end(`<!doctype html>
<html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<script>
window.texts = [];
const note = () => {
  const text = document.getElementById('banner')?.textContent;
  if (text !== undefined && text !== texts.at(-1)) texts.push(text);
};
new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
window.bootstrap = ${JSON.stringify(bootstrap) ?? 'undefined'};
</script>
<div id="root">${markup}</div>
<script type="module" src="/page.js"></script></html>`);
}
