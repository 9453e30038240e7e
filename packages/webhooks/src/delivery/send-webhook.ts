import { toSignature } from '../delivery-body.ts';
import { checkTarget, type AllowedTarget, type TargetOptions } from './check-target.ts';
import { createConnections } from './connections.ts';
import { exchange, type Answer } from './exchange.ts';
import { describeFailure } from './failure-sentences.ts';

/** One attempt to send a delivery. */
export interface WebhookRequest {
  readonly url: string;
  /** Signing secret, `whsec_…`. */
  readonly secret: string;
  /** Id of the delivery. */
  readonly id: string;
  readonly type: string;
  /** The stored body of the delivery. */
  readonly body: string;
}

/** The outcome of one attempt. */
export interface SendOutcome {
  /** A 2xx, complete (or its first 4 KiB) within the timeout. */
  readonly succeeded: boolean;
  /** Status of the answer; null = there was none. */
  readonly status: number | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The first 4 KiB of the answer's body; null = there was no answer. */
  readonly responseBody: string | null;
  /** The reason of the failure, as a sentence for members of the endpoint's organisation; null = it succeeded. */
  readonly error: string | null;
  /** True = nothing was sent, because the target is not allowed. */
  readonly refused: boolean;
  /**
   * The headers of the request, with only the beginning of its signature: a reader could otherwise replay the request. Null = there
   * was no request: its target was not found or is not allowed, or its secret could not be opened.
   */
  readonly requestHeaders: Readonly<Record<string, string>> | null;
}

/** Sends webhooks, and keeps connections open between them. */
export interface Sender {
  /** Sends a webhook. Never rejects. */
  sendWebhook(request: WebhookRequest): Promise<SendOutcome>;
  /** Aborts the sends that are still running. */
  close(): Promise<void>;
}

/** Which targets are allowed, and how long an attempt may take. */
export interface SenderOptions extends TargetOptions {
  /** Covers everything: look-up, connection, TLS, headers and body of the answer. */
  readonly timeoutMs?: number;
  /** Certificate authorities to trust instead of the default ones, for tests. */
  readonly ca?: string;
}

type Ending = Pick<SendOutcome, 'succeeded' | 'status' | 'responseBody' | 'error' | 'refused'>;
type Headers = Record<string, string>;

const maxBodyBytes = 4_096;

/**
 * Sends webhooks (contract §6.2–6.4): checks the target, connects to exactly the checked addresses, signs with the time of this
 * attempt, follows no redirects and uses no proxy.
 */
export function createSender(options: SenderOptions): Sender {
  const { timeoutMs = 5_000, ca } = options;
  const connections = createConnections({ ca });
  return {
    async sendWebhook(request) {
      const startedAt = new Date();
      const began = performance.now();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(new Timeout()), timeoutMs);
      let ending: Ending;
      let headers: Headers | undefined;
      try {
        const target = await checkTarget(request.url, { ...options, anyPort: true }, deadline.signal);
        if (target.verdict === 'allowed') {
          headers = headersOf(request);
          ending = await post(target, { headers, body: request.body }, deadline.signal);
        } else {
          ending = { ...nothing, error: `The URL ${target.reason}.`, refused: target.verdict === 'refused' };
        }
      } catch (error) {
        ending = { ...nothing, error: sentenceOf(error, timeoutMs) };
      } finally {
        clearTimeout(timer);
      }
      const requestHeaders = headers === undefined ? null : withoutSignature(headers);
      return { ...ending, startedAt, durationMs: Math.round(performance.now() - began), requestHeaders };
    },
    close: async () => connections.close(),
  };

  async function post(
    target: AllowedTarget,
    { headers, body }: { readonly headers: Headers; readonly body: string },
    signal: AbortSignal,
  ): Promise<Ending> {
    const { start, done } = connections.to(target);
    try {
      const { pathname, search } = target.url;
      const answer = await exchange(start, { path: pathname + search, headers, body }, signal);
      return await read(answer, timeoutMs);
    } finally {
      done();
    }
  }
}

class Timeout extends Error {}

const nothing: Ending = { succeeded: false, status: null, responseBody: null, error: null, refused: false };

function headersOf({ id, type, secret, body }: WebhookRequest): Headers {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1',
    'X-Service-Event': type,
    'X-Service-Delivery': id,
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': toSignature(secret, timestamp, body),
  };
}

/** So many digits of 64 tell whether a receiver computed the same signature; they sign nothing. */
const shownSignature = 'v1='.length + 8;

function withoutSignature({ 'X-Service-Signature': signature = '', ...headers }: Headers): Headers {
  return { ...headers, 'X-Service-Signature': `${signature.slice(0, shownSignature)}…` };
}

/** Reads the first 4 KiB and closes the connection if there is more. */
async function read({ status, body }: Answer, timeoutMs: number): Promise<Ending> {
  const chunks: Buffer[] = [];
  let length = 0;
  let error = errorOf(status);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBodyBytes) break;
    }
  } catch (reason) {
    error ??= sentenceOf(reason, timeoutMs);
  }
  const responseBody = textOf(Buffer.concat(chunks).subarray(0, maxBodyBytes));
  return { succeeded: error === null, status, responseBody, error, refused: false };
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  return `The receiver responded with ${status}${isRedirect ? '; redirects are not followed' : ''}.`;
}

/** Decodes text without the zero character, which PostgreSQL's text cannot contain. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD');
}

function sentenceOf(error: unknown, timeoutMs: number): string {
  return error instanceof Timeout
    ? `No complete response within ${timeoutMs / 1_000} seconds.`
    : describeFailure(error);
}
