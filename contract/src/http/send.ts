import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { ActualResponse } from './http-case.ts';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Send = (request: RawRequest) => Promise<ActualResponse>;

export interface Sender {
  readonly send: Send;
  close(): void;
}

/**
 * Sends requests to one address over kept-alive connections. It does not use `fetch`, which normalises paths, refuses bodies
 * for some methods and adds headers, all of which the cases test.
 */
export function createSender(baseUrl: string, options: { timeoutMs?: number } = {}): Sender {
  const { timeoutMs = 10_000 } = options;
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const prefix = base.pathname.replace(/\/$/, '');
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const request = (secure ? httpsRequest : httpRequest)(
          {
            agent,
            hostname: base.hostname,
            port: base.port,
            path: prefix + path,
            method,
            headers: {
              ...headers,
              ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
            },
            timeout: timeoutMs,
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: Buffer.concat(chunks).toString(),
              }),
            );
          },
        );
        request.on('timeout', () => request.destroy(new Error(`No answer within ${timeoutMs} ms.`)));
        request.on('error', reject);
        request.end(body);
      }),
  };
}
