import { afterRunning } from '../schedule/after-running.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { readOutcome, type Outcome } from './outcome.ts';
import { sendWithFetch, ResponseTooLarge, type Send } from './send-with-fetch.ts';

/** A request. */
export interface Request {
  readonly path: string;
  /** The JSON text to POST; absent = GET. */
  readonly body?: string;
  readonly timeoutMs: number;
  /** A longer answer counts as a failure. */
  readonly maxBytes?: number;
}

/** Sends requests with a key. Never rejects. */
export interface Requester {
  send(request: Request): Promise<Outcome>;
  /** Sends the request, and once more within the time if the connection breaks or a proxy cannot reach the service. */
  sendTwice(request: Request): Promise<Outcome>;
  /** Aborts requests under way. Later requests fail at once. */
  close(): void;
}

export interface RequesterOptions {
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  /** Used instead of `fetch`. */
  readonly send?: Send;
}

const defaultMaxBytes = 16 * 1024 * 1024;

export function createRequester(
  { url, key, fetch, send: sendOne = sendWithFetch(fetch) }: RequesterOptions,
  runtime: Runtime,
): Requester {
  const underWay = new Set<AbortController>();
  let isClosed = false;

  async function ask(request: Request, signal: AbortSignal): Promise<Outcome> {
    const { path, body, maxBytes = defaultMaxBytes } = request;
    const response = await sendOne(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'X-API-Key': key,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body,
      signal,
    });
    return readOutcome(response.status, response.headers, await response.readText(maxBytes));
  }

  async function send(request: Request): Promise<Outcome> {
    const controller = new AbortController();
    if (isClosed) return { kind: 'failed', code: 'network', mayRetry: false };
    underWay.add(controller);
    let isLate = false;
    const onLate = () => {
      isLate = true;
      controller.abort();
    };
    const stop = afterRunning(runtime, onLate, request.timeoutMs);
    try {
      // A `fetch` that ignores signals must not delay an answer either.
      return await Promise.race([ask(request, controller.signal), rejectWhenAborted(controller.signal)]);
    } catch (cause) {
      if (isLate) return { kind: 'failed', code: 'timeout', mayRetry: false };
      if (cause instanceof ResponseTooLarge)
        return { kind: 'failed', code: 'unexpected_answer', mayRetry: false };
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

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The request was aborted.')), { once: true });
  });
}
