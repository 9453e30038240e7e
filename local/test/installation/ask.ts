export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** `path` is a path of the one address, or an absolute address of a service's own port. */
export type Ask = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: object | string,
) => Promise<Answer>;

export function createAsking(address: string): Ask {
  return async (method, path, headers = {}, body) => {
    const response = await fetch(path.startsWith('http') ? path : `${address}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}
