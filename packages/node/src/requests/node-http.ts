import type { HttpModules } from './send-over-http.ts';

/** The used part of a runtime's globals. */
interface Globals {
  readonly Bun?: unknown;
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: {
    readonly release?: { readonly name?: string };
    readonly getBuiltinModule?: (name: string) => unknown;
  };
}

/**
 * The symbol under which the `fetch` of Node.js keeps the dispatcher of an application, for a proxy for example. It is empty until the first `fetch`.
 */
const dispatcherName = Symbol.for('undici.globalDispatcher.1');

/**
 * Returns the modules of Node.js that send requests. They are not imported, because edge runtimes, which load the same file, have none. Undefined =
 * another runtime, or an application that gave `fetch` its own dispatcher: requests are sent with `fetch`.
 */
export function findNodeHttp(globals: object = globalThis): HttpModules | undefined {
  const { Bun, navigator, process } = globals as Globals;
  const isNode = process?.release?.name === 'node' && Bun === undefined;
  const isWorker = navigator?.userAgent === 'Cloudflare-Workers';
  if (!isNode || isWorker || process.getBuiltinModule === undefined || hasDispatcher(globals))
    return undefined;
  const [http, https, zlib] = ['http', 'https', 'zlib'].map((name) =>
    process.getBuiltinModule!(`node:${name}`),
  );
  return http && https && zlib ? ({ http, https, zlib } as HttpModules) : undefined;
}

function hasDispatcher(globals: object): boolean {
  const dispatcher = (globals as Readonly<Record<symbol, object | undefined>>)[dispatcherName];
  return dispatcher !== undefined && dispatcher.constructor.name !== 'Agent';
}
