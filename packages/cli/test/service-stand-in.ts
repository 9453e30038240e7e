import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (request: SeenRequest, response: ServerResponse) => void;

/** A server whose answers a test chooses, for failures that coderefs-api cannot be made to show. */
export interface StandIn {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly seen: readonly SeenRequest[];
  /** Queues answers for the next requests. Further requests get the usual answers. */
  next(...answers: Answer[]): void;
  stop(): Promise<void>;
}

export async function startStandIn(keys: readonly string[], archived?: readonly string[]): Promise<StandIn> {
  const seen: SeenRequest[] = [];
  const queue: Answer[] = [];
  const usual: Answer = ({ method, body }, response) => {
    if (method === 'GET') {
      json(200, { keys, ...(archived === undefined ? {} : { archived_keys: archived }) })(seen[0]!, response);
      return;
    }
    const { references } = JSON.parse(body) as { references: { key: string }[] };
    const unknown = [...new Set(references.map(({ key }) => key))]
      .filter((key) => !keys.includes(key))
      .toSorted();
    const matched = references.filter(({ key }) => keys.includes(key)).length;
    json(200, { accepted: references.length, matched, unknown_keys: unknown })(seen[0]!, response);
  };
  const server = createServer((request, response) => {
    void buffer(request).then(respond);
    function respond(raw: Buffer): void {
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body: body.toString('utf8') };
      seen.push(one);
      (queue.shift() ?? usual)(one, response);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: { BUNTING_URL: url, BUNTING_TOKEN: 'rpa_test_token', BUNTING_PROJECT: 'shop' },
    seen,
    next: (...answers) => void queue.push(...answers),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Ends the connection without an answer. */
export const reset: Answer = (_, response) => {
  response.socket?.resetAndDestroy();
};
