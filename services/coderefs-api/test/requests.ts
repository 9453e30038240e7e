import { tokens } from './organisations.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The address of a service on this machine. */
interface Listener {
  readonly port: number;
}

export interface Push {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a body with all required members; `parts` replaces members, and `undefined` removes one. */
export function snapshot(parts: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    project: 'web',
    provider: 'github',
    repository: 'acme/web',
    branch: 'main',
    commit_sha: 'c0ffee',
    references: [],
    ...parts,
  };
}

/** Pushes a body. Text and bytes are sent unchanged. */
export function push(app: Listener, body: object | string | Buffer, options: Push = {}): Promise<Answered> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  return ask(app, '/v1/code-references', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headersOf(options) },
    body: (isRaw ? body : JSON.stringify(body)) as string,
  });
}

export function listKeys(app: Listener, query: string, options: Push = {}): Promise<Answered> {
  return ask(app, `/v1/code-references/keys${query}`, { headers: headersOf(options) });
}

export function listTypes(app: Listener, query: string, options: Push = {}): Promise<Answered> {
  return ask(app, `/v1/types${query}`, { headers: headersOf(options) });
}

export async function ask(app: Listener, path: string, init: RequestInit = {}): Promise<Answered> {
  const response = await fetch(`http://127.0.0.1:${app.port}${path}`, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as unknown) : text,
  };
}

function headersOf({ token = tokens.acme, headers = {} }: Push): Record<string, string> {
  return { ...(token !== null && { Authorization: `Bearer ${token}` }), ...headers };
}
