import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ResponseTooLarge, type ReadHeaders, type Send } from './send-with-fetch.ts';

/** The modules of Node.js that send requests. */
export interface HttpModules {
  readonly http: typeof import('node:http');
  readonly https: typeof import('node:https');
  readonly zlib: typeof import('node:zlib');
}

/** Sends requests to one address. */
export interface HttpSender {
  readonly send: Send;
  readonly close: () => void;
}

/**
 * Returns a sender over Node.js' own client, on connections that are reused and do not keep the process alive. The first `fetch` of a process
 * compiles its parser, which takes longer than loading a datafile, and on a busy machine as long as the time-out of a read.
 */
export function sendOverHttp(url: string, { http, https, zlib }: HttpModules): HttpSender {
  const { Agent, request: open } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true });
  const send: Send = (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const all = { ...headers, 'Accept-Encoding': 'gzip' };
      const request = open(address, { method, headers: all, signal, agent });
      // An error after the start of the answer ends its body.
      request.on('error', reject);
      request.once('response', (response: IncomingMessage) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: toReadHeaders(response.headers),
          readText: (maxBytes) => readText(response, maxBytes, zlib),
        }),
      );
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** Returns the headers as `fetch` has them. */
export function toReadHeaders(given: IncomingHttpHeaders): ReadHeaders {
  return { get: (name) => given[name.toLowerCase()]?.toString() ?? null };
}

async function readText(
  response: IncomingMessage,
  maxBytes: number,
  zlib: HttpModules['zlib'],
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) {
      response.destroy();
      throw new ResponseTooLarge();
    }
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return whole.toString();
  if (encoding !== 'gzip') throw new Error(`An answer is encoded as ${encoding}.`);
  return new Promise((resolve, reject) => {
    zlib.gunzip(whole, { maxOutputLength: maxBytes }, (error, text) => {
      if (error === null) resolve(text.toString());
      else
        reject(
          (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? new ResponseTooLarge() : error,
        );
    });
  });
}
