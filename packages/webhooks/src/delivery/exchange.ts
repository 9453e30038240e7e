import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { StartRequest } from './connections.ts';
import { SendFailure } from './failure-sentences.ts';

/** The final answer of a receiver: its status, and its body as it comes. */
export interface Answer {
  readonly status: number;
  readonly body: AsyncIterable<Buffer>;
}

/** The bytes of interim answers before the final one: forty thousand of the shortest. */
const maxInterimBytes = 1024 * 1024;

/**
 * Sends a request and resolves with the final answer. Interim answers (100, 102, 103 and any other 1xx but 101) are read over, as many as come (RFC
 * 9110 §15.2). Rejects with the reason of the signal, or with the error of the connection.
 */
export function exchange(
  start: StartRequest,
  {
    path,
    headers,
    body,
  }: { readonly path: string; readonly headers: Record<string, string>; readonly body: string },
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const sent = start({ path, headers: { ...headers, 'Content-Length': length } });
    let before = 0;
    const abort = () => sent.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    sent.on('close', () => signal.removeEventListener('abort', abort));
    sent.on('error', reject);
    sent.on('socket', (socket: Socket) => (before = socket.bytesRead));
    sent.on('information', () => {
      if (sent.socket!.bytesRead - before <= maxInterimBytes) return;
      sent.destroy(new SendFailure('The receiver sent more than 1 MiB before its response.'));
    });
    sent.on('upgrade', (_answer: IncomingMessage, socket: Socket) => {
      socket.destroy();
      resolve({ status: 101, body: nothing() });
    });
    sent.on('response', (answer) => resolve({ status: answer.statusCode!, body: bodyOf(answer, signal) }));
    if (signal.aborted) abort();
    else sent.end(body);
  });
}

async function* bodyOf(answer: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* answer as AsyncIterable<Buffer>;
  } catch (error) {
    // The body of a request that was aborted only reports that it ended.
    throw signal.aborted ? (signal.reason as Error) : error;
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}
