import { Agent, request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as AgentOfHttps, request as requestHttps } from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { TooLarge, type ReadHeaders, type Send } from '../requests/send-with-fetch.ts';

const unzip = promisify(gunzip);

/**
 * Sends with Node.js' own client, on connections that are kept and do not keep a process alive. The first `fetch` of a process takes longer than
 * loading a datafile: it compiles its parser.
 */
export function sendOverHttp(url: string): { readonly send: Send; readonly close: () => void } {
  const isSecure = url.startsWith('https:');
  const agent = new (isSecure ? AgentOfHttps : Agent)({ keepAlive: true });
  const open = isSecure ? requestHttps : requestHttp;
  const send: Send = (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const all = { ...headers, 'Accept-Encoding': 'gzip' };
      const request = open(address, { method, headers: all, signal, agent });
      // What breaks after the answer began ends its body.
      request.on('error', reject);
      request.once('response', (response: IncomingMessage) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: headersOf(response.headers),
          readText: (maxBytes) => readText(response, maxBytes),
        }),
      );
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** The headers of an answer as `fetch` gives them. */
export function headersOf(given: IncomingHttpHeaders): ReadHeaders {
  return { get: (name) => given[name.toLowerCase()]?.toString() ?? null };
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) {
      response.destroy();
      throw new TooLarge();
    }
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return whole.toString();
  if (encoding !== 'gzip') throw new Error(`An answer is encoded as ${encoding}.`);
  return unzipped(whole, maxBytes);
}

async function unzipped(whole: Buffer, maxBytes: number): Promise<string> {
  try {
    return (await unzip(whole, { maxOutputLength: maxBytes })).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge();
    throw error;
  }
}
