import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ReadHeaders } from '../requests/send-with-fetch.ts';
import { toReadHeaders } from '../requests/send-over-http.ts';

/** An open response whose body does not end. */
export interface OpenedStream {
  readonly status: number;
  readonly headers: ReadHeaders;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Opens a stream; rejects if there is no connection, or it is aborted. */
export type OpenStream = (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<OpenedStream>;

/**
 * Opens a stream with Node.js' own client, on a connection that does not keep the process alive: an application that has nothing else to do ends,
 * although its stream never does.
 */
export const openStreamOverHttp: OpenStream = (url, headers, signal) =>
  new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? requestHttps : requestHttp;
    const request = open(url, { headers, signal, agent: false });
    request.once('socket', (socket) => socket.unref());
    request.once('error', reject);
    request.once('response', (response: IncomingMessage) => {
      // A later error ends the pieces.
      request.on('error', () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: toReadHeaders(response.headers),
        pieces: response as AsyncIterable<Uint8Array>,
      });
    });
    request.end();
  });

/** Returns a function that opens streams with the application's `fetch`. */
export function openStreamWith(fetch: typeof globalThis.fetch): OpenStream {
  return async (url, headers, signal) => {
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    const pieces = (response.body ?? new ReadableStream()) as unknown as AsyncIterable<Uint8Array>;
    return { status: response.status, headers: response.headers, pieces };
  };
}
