import { request } from 'node:http';
import type { ObservedService } from './installation/observed-service.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string | undefined;
}

export interface Answered {
  /** 0 = no answer; `isLate` says that it did not arrive in time. */
  readonly status: number;
  readonly isLate: boolean;
  readonly bytes: number;
  /** The first thousand characters; all of it up to `keep`. */
  readonly text: string;
}

/** Longer than any answer within the bounds takes on a busy machine. */
const timeoutMs = 40_000;
/** A larger answer is already a finding. */
const maxBytes = 256 * 1024 * 1024;

/** Sends one request and counts what comes back, without keeping it. Never rejects. */
export function send(service: ObservedService, { method, path, headers, body }: Sent, keep = 1_000) {
  return new Promise<Answered>((resolve) => {
    let bytes = 0;
    let text = '';
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const req = request(
      {
        host: '127.0.0.1',
        port: service.port,
        agent: service.agent,
        method,
        path,
        headers: { ...headers, ...length },
      },
      (res) => {
        // It does not end by itself; its first bytes are the answer.
        const isStream = res.headers['content-type'] === 'text/event-stream';
        res.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (isStream) res.destroy();
          if (text.length < keep) text += chunk.toString().slice(0, keep - text.length);
          if (bytes > maxBytes) res.destroy();
        });
        res.on('close', () => settle(res.statusCode ?? 0));
      },
    );
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      req.destroy();
    }, timeoutMs);
    const settle = (status: number) => {
      clearTimeout(timer);
      resolve({ status: isLate ? 0 : status, isLate, bytes, text });
    };
    req.on('error', () => settle(0));
    req.end(body);
  });
}
