import type { Installation } from '../installation/start-installation.ts';
import { pick } from '../random.ts';
import type { Route, Routes } from '../routes.ts';
import { sizeIn, wordIn, type Shape } from '../shapes/shape.ts';
import type { Hunt } from './hunt.ts';
import { cut } from './json-hunt.ts';
import { measureRequest } from './measure-request.ts';

/** Node.js refuses heads that are longer. */
const maxBytes = 16 * 1024;
const marks = [
  'a',
  'T',
  '9',
  '%20',
  '%00',
  '%',
  '/',
  '..%2f',
  '.',
  '[',
  '"',
  '=',
  '&',
  ';',
  ',',
  '2026-01-01T',
];
const parts = ['segment', 'parameter', 'parameters', 'header', 'headers', 'key', 'key-in-query'] as const;

/** Paths, queries and headers to every route of all services. */
export function createAddressHunt({ services }: Installation, routes: Routes): Hunt {
  const byName = new Map(routes.all.map((route) => [`${route.method}:${route.template}`, route]));
  const routeIn = (shape: Shape) => byName.get(wordIn(shape, 'route')) ?? routes.all[0]!;
  return {
    name: 'address',
    begin(random) {
      const route = pick(random, [...byName.keys()]);
      const { query } = byName.get(route)!;
      const name = pick(random, [...query, 'x']);
      return { route, part: pick(random, parts), name, mark: pick(random, marks), width: 200 };
    },
    classOf: (shape) => ['part', 'name', 'mark'].map((word) => wordIn(shape, word)).join(' '),
    reachOf: () => maxBytes,
    measure(shape, carefully) {
      const route = routeIn(shape);
      const { path, headers } = addressOf(route, shape);
      const { method, service } = route;
      const isRead = method === 'GET';
      const asked = {
        method,
        path,
        headers,
        bytes: Buffer.byteLength(path + JSON.stringify(headers)),
        body: isRead ? undefined : '{}',
      };
      return measureRequest(services[service], asked, carefully);
    },
    show: (shape) => {
      const { path, headers } = addressOf(routeIn(shape), shape);
      return `${routeIn(shape).method} ${cut(path)} ${cut(JSON.stringify(headers))}`;
    },
  };
}

function addressOf(route: Route, shape: Shape): { path: string; headers: Record<string, string> } {
  const long = wordIn(shape, 'mark').repeat(sizeIn(shape, 'width'));
  const name = wordIn(shape, 'name');
  const headers = { ...route.headers };
  switch (wordIn(shape, 'part')) {
    case 'segment':
      return { path: `${route.path}/${long}`, headers };
    case 'parameters':
      return { path: `${route.path}?${`${name}=0&`.repeat(sizeIn(shape, 'width'))}`, headers };
    case 'header':
      return {
        path: route.path,
        headers: { ...headers, 'If-Match': long, 'If-None-Match': long, 'Last-Event-ID': long, Cookie: long },
      };
    case 'headers':
      return {
        path: route.path,
        headers: { ...headers, Accept: `${wordIn(shape, 'mark')},`.repeat(sizeIn(shape, 'width')) },
      };
    case 'key':
      return {
        path: route.path,
        headers: { ...headers, 'X-API-Key': long, Authorization: `Bearer ${long}` },
      };
    case 'key-in-query': {
      const { 'X-API-Key': _, ...others } = headers;
      return { path: `${route.path}?key=${long}`, headers: others };
    }
    default:
      return { path: `${route.path}?${name}=${long}`, headers };
  }
}
