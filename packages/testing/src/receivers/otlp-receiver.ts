import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A span as the receiver read it. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** The number of OTLP's `SpanKind`. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { name: string; attributes: Readonly<Record<string, unknown>> }[];
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface RawSpan extends Omit<ReceivedSpan, 'attributes' | 'events'> {
  attributes: Attribute[];
  events?: { name: string; attributes: Attribute[] }[];
}
interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: RawSpan[] }[] }[];
}

/** Starts an HTTP server that collects traces. It parses OTLP as JSON into `spans` and `resources`; `requests` has all requests, in any format. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const requests: { url: string; headers: IncomingHttpHeaders; text: string }[] = [];
  const receive = async (req: IncomingMessage, res: ServerResponse) => {
    const bytes = await buffer(req);
    requests.push({ url: req.url!, headers: req.headers, text: bytes.toString('latin1') });
    if (req.headers['content-type'] === 'application/json') {
      for (const { resource, scopeSpans } of (JSON.parse(bytes.toString()) as Export).resourceSpans) {
        resources.push(recordOf(resource.attributes));
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(spanOf)));
      }
    }
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  };
  const server = createServer((req, res) => void receive(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    requests,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function spanOf({ attributes, events = [], ...span }: RawSpan): ReceivedSpan {
  return {
    ...span,
    attributes: recordOf(attributes),
    events: events.map((event) => ({ name: event.name, attributes: recordOf(event.attributes) })),
  };
}

function recordOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
