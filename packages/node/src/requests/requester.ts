import type { Runtime } from '../schedule/runtime.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

/** One request. */
export interface Request {
  readonly path: string;
  /** A JSON text to POST; absent = GET. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** A longer answer is a failure. */
  readonly maxBytes?: number;
}

/** Sends requests with a key. Never rejects. */
export interface Requester {
  send(request: Request): Promise<Outcome>;
  /** Once more if the connection breaks or a proxy has nobody to ask, within the time. */
  sendTwice(request: Request): Promise<Outcome>;
  /** Ends what is under way. Later requests fail at once. */
  close(): void;
}

export interface RequesterOptions {
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
}

const defaultMaxBytes = 16 * 1024 * 1024;

class TooLarge extends Error {}

export function createRequester({ url, key, fetch }: RequesterOptions, runtime: Runtime): Requester {
  const underWay = new Set<AbortController>();
  let isClosed = false;

  async function ask(request: Request, signal: AbortSignal): Promise<Outcome> {
    const { path, body, headers, maxBytes = defaultMaxBytes } = request;
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'X-API-Key': key,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      // Another server must not get the key.
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    });
    return outcomeOf(response.status, response.headers, await readText(response, maxBytes));
  }

  async function send(request: Request): Promise<Outcome> {
    const controller = new AbortController();
    if (isClosed) return { kind: 'failed', code: 'network', mayRetry: false };
    underWay.add(controller);
    let isLate = false;
    const stop = runtime.setTimeout(() => {
      isLate = true;
      controller.abort();
    }, request.timeoutMs);
    try {
      // A fetch that does not know signals must not delay an answer either.
      return await Promise.race([ask(request, controller.signal), rejectedBy(controller.signal)]);
    } catch (cause) {
      if (isLate) return { kind: 'failed', code: 'timeout', mayRetry: false };
      if (cause instanceof TooLarge) return { kind: 'failed', code: 'unexpected_answer', mayRetry: false };
      return { kind: 'failed', code: 'network', mayRetry: true, cause };
    } finally {
      stop();
      underWay.delete(controller);
    }
  }

  return {
    send,
    async sendTwice(request) {
      const endsAt = runtime.now() + request.timeoutMs;
      const first = await send(request);
      if (first.kind !== 'failed' || !first.mayRetry || isClosed) return first;
      const timeoutMs = endsAt - runtime.now();
      return timeoutMs > 0 ? send({ ...request, timeoutMs }) : first;
    },
    close() {
      isClosed = true;
      for (const controller of underWay) controller.abort();
    },
  };
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The request was aborted.')), { once: true });
  });
}

/** The body as text. A text is not read further than `maxBytes`. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {});
      throw new TooLarge();
    }
    pieces.push(value);
  }
  return new TextDecoder().decode(joined(pieces, bytes));
}

/** A large text is decoded at once, because one of many pieces would be copied again when it is parsed. */
function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}
