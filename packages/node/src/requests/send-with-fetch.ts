/** The used part of headers. */
export type ReadHeaders = Pick<Headers, 'get'>;

/** An answer whose body is still to be read. */
export interface Received {
  readonly status: number;
  readonly headers: ReadHeaders;
  /** Reads the body. Rejects with `ResponseTooLarge` where it has more bytes, and does not read them. */
  readonly readText: (maxBytes: number) => Promise<string>;
}

/** Sends one request. Rejects where the connection breaks or is aborted. Follows no redirect: another server must not get the key. */
export type Send = (url: string, request: SentRequest) => Promise<Received>;

export interface SentRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

export class ResponseTooLarge extends Error {}

/** Returns a sender over the `fetch` of the runtime or of the application. */
export function sendWithFetch(fetch: typeof globalThis.fetch): Send {
  return async (url, { method, headers, body, signal }) => {
    const options = { method, headers, redirect: 'manual', signal } as const;
    const response = await fetch(url, body === undefined ? options : { ...options, body });
    return {
      status: response.status,
      headers: response.headers,
      readText: (maxBytes) => readText(response, maxBytes),
    };
  };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {});
      throw new ResponseTooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}
